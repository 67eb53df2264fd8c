/** The bytes of a program with the build information that Go 1.18 and later write. */
export function goProgram(version: string, modules: string): Buffer {
  const head = Buffer.alloc(4096)
  head.write('\x7fELF', 0, 'latin1')
  const info = Buffer.alloc(32)
  info.write('\xff Go buildinf:', 0, 'latin1')
  info[14] = 8
  info[15] = 2
  const sentinel = 'x'.repeat(16)
  const text = `${sentinel}${modules}${sentinel}`
  return Buffer.concat([head, info, counted(version), counted(text), Buffer.alloc(500)])
}

function counted(text: string): Buffer {
  const length: number[] = []
  for (let left = text.length; ; left = Math.floor(left / 128)) {
    if (left < 128) {
      length.push(left)
      break
    }
    length.push((left % 128) | 0x80)
  }
  return Buffer.concat([Buffer.from(length), Buffer.from(text, 'latin1')])
}
