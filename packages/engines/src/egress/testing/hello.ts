/** A TLS ClientHello with these server names, in one record. */
export function helloWith(names: readonly string[]): Buffer {
  const list = sized(
    2,
    names.map((name) => Buffer.concat([Buffer.from([0]), sized(2, [Buffer.from(name)])])),
  )
  const serverName = Buffer.concat([Buffer.from([0, 0]), sized(2, [list])])
  const other = Buffer.concat([Buffer.from([0, 23]), sized(2, [])])
  const body = Buffer.concat([
    Buffer.from([3, 3]),
    Buffer.alloc(32, 7),
    sized(1, [Buffer.alloc(32)]),
    sized(2, [Buffer.from([0x13, 0x01])]),
    sized(1, [Buffer.from([0])]),
    sized(2, names.length === 0 ? [other] : [other, serverName]),
  ])
  const message = Buffer.concat([Buffer.from([1]), sized(3, [body])])
  return Buffer.concat([Buffer.from([22, 3, 1]), sized(2, [message])])
}

function sized(size: number, parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const length = Buffer.alloc(size)
  length.writeUIntBE(body.length, 0, size)
  return Buffer.concat([length, body])
}
