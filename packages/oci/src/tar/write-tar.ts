import { blockSize, formatHeader, padding } from './header.ts'

/** What goes into a tar we write. Owner, group and times are always the same, so that the same files give the same bytes. */
export type TarItem =
  | { type: 'directory'; path: string; mode?: number }
  | { type: 'symlink'; path: string; linkPath: string }
  | {
      type: 'file'
      path: string
      mode?: number
      size: number
      content: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>
    }

/** One second after the epoch: some tools treat zero as "no time". */
const mtime = 1

/** The bytes of a tar holding the items in the order given. */
export async function* writeTar(items: Iterable<TarItem> | AsyncIterable<TarItem>): AsyncGenerator<Uint8Array> {
  for await (const item of items) {
    const path = item.type === 'directory' ? `${item.path}/` : item.path
    const linkPath = item.type === 'symlink' ? item.linkPath : ''
    const size = item.type === 'file' ? item.size : 0
    const extended = paxOf(path, linkPath, size)
    if (extended.length > 0) {
      yield formatHeader({ path: 'pax', linkPath: '', flag: 'x', size: extended.length, mode: 0o644, mtime })
      yield extended
      yield Buffer.alloc(padding(extended.length))
    }
    const flag = { directory: '5', symlink: '2', file: '0' }[item.type]
    const mode = item.type === 'symlink' ? 0o777 : (item.mode ?? (item.type === 'directory' ? 0o755 : 0o644))
    yield formatHeader({ path, linkPath, flag, size, mode, mtime })
    if (item.type === 'file') {
      let written = 0
      for await (const chunk of item.content()) {
        written += chunk.length
        yield chunk
      }
      if (written !== size) throw new Error(`${path} changed from ${size} to ${written} bytes while it was read`)
      yield Buffer.alloc(padding(size))
    }
  }
  yield Buffer.alloc(blockSize * 2)
}

function paxOf(path: string, linkPath: string, size: number): Buffer {
  const records: string[] = []
  if (Buffer.byteLength(path) > 100) records.push(record('path', path))
  if (Buffer.byteLength(linkPath) > 100) records.push(record('linkpath', linkPath))
  if (size > 0o77777777777) records.push(record('size', String(size)))
  return Buffer.from(records.join(''))
}

function record(key: string, value: string): string {
  const rest = Buffer.byteLength(` ${key}=${value}\n`)
  let length = rest + String(rest).length
  if (rest + String(length).length !== length) length = rest + String(length).length
  return `${length} ${key}=${value}\n`
}
