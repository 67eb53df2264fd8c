import { Readable } from 'node:stream'
import { extract, pack } from 'tar-stream'
import { describe, expect, it } from 'vitest'
import { readAll } from '../digest.ts'
import { readTar } from './read-tar.ts'
import { type TarItem, writeTar } from './write-tar.ts'

const long = `${'very-long-folder-name/'.repeat(12)}file-with-ümlaut.txt`

describe('our tar and other people’s', () => {
  it('what others write is read, long names included', async () => {
    const packer = pack()
    packer.entry({ name: long, mode: 0o755 }, 'content')
    packer.entry({ name: 'd/', type: 'directory' })
    packer.entry({ name: 'l', type: 'symlink', linkname: long })
    packer.entry({ name: 'empty' }, '')
    packer.finalize()
    const seen = []
    for await (const entry of readTar(packer as unknown as Readable))
      seen.push([entry.type, entry.path, entry.linkPath, (await readAll(entry.body, 100, 'test')).toString()])
    expect(seen).toEqual([
      ['file', long, '', 'content'],
      ['directory', 'd/', '', ''],
      ['symlink', 'l', long, ''],
      ['file', 'empty', '', ''],
    ])
  })

  it('what we write is read by others', async () => {
    const content = Buffer.from('content')
    const items: TarItem[] = [
      { type: 'directory', path: 'd' },
      { type: 'file', path: long, size: content.length, mode: 0o755, content: () => [content] },
      { type: 'symlink', path: 'l', linkPath: long },
    ]
    const seen: unknown[] = []
    const reader = extract()
    Readable.from(writeTar(items)).pipe(reader)
    for await (const entry of reader) {
      const { name, type, mode, linkname } = entry.header
      seen.push([
        type,
        name,
        mode,
        linkname ?? null,
        (await readAll(entry as unknown as Readable, 100, 'test')).toString(),
      ])
    }
    expect(seen).toEqual([
      ['directory', 'd/', 0o755, null, ''],
      ['file', long, 0o755, null, 'content'],
      ['symlink', 'l', 0o777, long, ''],
    ])
  })

  it('a body that is not read is skipped', async () => {
    const content = Buffer.alloc(100_000, 'x')
    const items: TarItem[] = ['a', 'b'].map((path) => ({
      type: 'file',
      path,
      size: content.length,
      content: () => [content],
    }))
    const seen = []
    for await (const entry of readTar(writeTar(items))) seen.push(entry.path)
    expect(seen).toEqual(['a', 'b'])
  })

  it('a file that changes its size while it is written is an error', async () => {
    const item: TarItem = { type: 'file', path: 'a', size: 5, content: () => [Buffer.from('x')] }
    await expect(readAll(writeTar([item]), 10_000, 'test')).rejects.toThrow(/changed/)
  })
})
