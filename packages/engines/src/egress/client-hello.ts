export type ServerName = { kind: 'more' } | { kind: 'none' } | { kind: 'invalid' } | { kind: 'name'; name: string }

const HANDSHAKE_RECORD = 22
const CLIENT_HELLO = 1
const SERVER_NAME = 0
const LARGEST_RECORD = 16 * 1024 + 256
const LARGEST_HELLO = 64 * 1024

const MORE: ServerName = { kind: 'more' }
const INVALID: ServerName = { kind: 'invalid' }

/** The server name of a TLS ClientHello, read from the first bytes of a connection. The hello may be split over several records. */
export function readServerName(bytes: Buffer): ServerName {
  const hello = helloBytes(bytes)
  return Buffer.isBuffer(hello) ? nameInHello(hello) : hello
}

/** The handshake message that the records at the beginning carry. */
function helloBytes(bytes: Buffer): Buffer | ServerName {
  let message = Buffer.alloc(0)
  for (let at = 0; ; ) {
    if (message.length >= 4) {
      const length = message.readUIntBE(1, 3)
      if (message[0] !== CLIENT_HELLO || length > LARGEST_HELLO) return INVALID
      if (message.length >= length + 4) return message.subarray(4, length + 4)
    }
    if (bytes.length < at + 5) return MORE
    const length = bytes.readUInt16BE(at + 3)
    if (bytes[at] !== HANDSHAKE_RECORD || bytes[at + 1] !== 3 || length === 0 || length > LARGEST_RECORD) return INVALID
    if (bytes.length < at + 5 + length) return MORE
    message = Buffer.concat([message, bytes.subarray(at + 5, at + 5 + length)])
    at += 5 + length
  }
}

function nameInHello(hello: Buffer): ServerName {
  try {
    const reader = new Reader(hello)
    reader.skip(2 + 32)
    reader.take(reader.number(1))
    reader.take(reader.number(2))
    reader.take(reader.number(1))
    if (reader.atEnd) return { kind: 'none' }
    const extensions = new Reader(reader.take(reader.number(2)))
    while (!extensions.atEnd) {
      const type = extensions.number(2)
      const body = extensions.take(extensions.number(2))
      if (type === SERVER_NAME) return nameInExtension(body)
    }
    return { kind: 'none' }
  } catch (error) {
    if (error instanceof RangeError) return INVALID
    throw error
  }
}

function nameInExtension(body: Buffer): ServerName {
  const list = new Reader(new Reader(body).sized(2))
  const type = list.number(1)
  const name = list.take(list.number(2))
  // One name, of a host: anything else is read differently by different servers.
  if (type !== 0 || !list.atEnd || name.length === 0) return INVALID
  return { kind: 'name', name: name.toString('latin1').toLowerCase() }
}

class Reader {
  #at = 0
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get atEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  skip(count: number): void {
    this.take(count)
  }

  number(size: number): number {
    return this.take(size).readUIntBE(0, size)
  }

  sized(size: number): Buffer {
    return this.take(this.number(size))
  }

  take(count: number): Buffer {
    const end = this.#at + count
    if (end > this.#bytes.length) throw new RangeError('the message is cut short')
    const taken = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return taken
  }
}
