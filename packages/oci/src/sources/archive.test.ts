import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { appendLayer } from '../append-layer.ts'
import { openImage } from '../open-image.ts'
import { readFile } from '../read-file.ts'
import { blobsOf, imageOf, type RawEntry, tarOf } from '../testing/image-of.ts'
import { writeArchive } from '../write-archive.ts'
import { writeOciLayout } from '../write-oci-layout.ts'

describe('images on disk', () => {
  let dir: string
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'oci-archive-'))
  })
  afterEach(() => rmSync(dir, { recursive: true, force: true }))

  /** What older Docker versions save: a folder per layer, the same layer twice as a link. */
  const saved = (): RawEntry[] => {
    const made = blobsOf([[{ path: 'a', content: 'x' }], [{ path: 'a', content: 'x' }]], { packing: 'plain' })
    const manifest = JSON.parse(made.blobs.get(made.digest)?.toString() ?? '')
    return [
      { path: 'one/layer.tar', content: made.blobs.get(made.layers[0]?.digest ?? '')?.toString('latin1') ?? '' },
      { path: 'two/layer.tar', flag: '2', linkPath: '../one/layer.tar' },
      { path: 'config.json', content: made.blobs.get(manifest.config.digest)?.toString() ?? '' },
      {
        path: 'manifest.json',
        content: JSON.stringify([
          { Config: 'config.json', RepoTags: ['acme/a:1'], Layers: ['one/layer.tar', 'two/layer.tar'] },
        ]),
      },
    ]
  }

  it('a docker-archive is opened, links between its layers included', async () => {
    const file = join(dir, 'saved.tar')
    writeFileSync(file, tarOf(saved()))
    const image = await openImage({ archive: file, reference: 'acme/a:1' })
    expect((await readFile(image, 'a'))?.toString()).toBe('x')
    expect(image.layers).toHaveLength(2)
    await image.close()
    await expect(openImage({ archive: file, reference: 'acme/b:1' })).rejects.toMatchObject({ code: 'image_missing' })
  })

  it('a compressed archive is opened, and one that unpacks to too much is not', async () => {
    const file = join(dir, 'saved.tar.gz')
    writeFileSync(file, gzipSync(tarOf(saved())))
    const image = await openImage({ archive: file })
    expect((await readFile(image, 'a'))?.toString()).toBe('x')
    await image.close()
    await expect(openImage({ archive: file }, { unpackedBytes: 1000 })).rejects.toMatchObject({
      code: 'limit_exceeded',
    })
  })

  it('a truncated archive and a file that is none are refused', async () => {
    const file = join(dir, 'cut.tar')
    writeFileSync(file, tarOf(saved()).subarray(0, 1300))
    await expect(openImage({ archive: file })).rejects.toMatchObject({ code: 'archive_invalid' })
    writeFileSync(file, 'hello')
    await expect(openImage({ archive: file })).rejects.toMatchObject({ code: 'archive_invalid' })
    await expect(openImage({ archive: join(dir, 'none') })).rejects.toMatchObject({ code: 'image_missing' })
  })

  it('an archive we write has the same image again', async () => {
    const image = await imageOf([[{ path: 'a', content: 'x' }]])
    await writeArchive(image, join(dir, 'a.tar'), { name: 'acme/a:1' })
    const again = await openImage({ archive: join(dir, 'a.tar') })
    expect(again.digest).toBe(image.digest)
    expect((await readFile(again, 'a'))?.toString()).toBe('x')
  })

  it('a layout holds several images by name; without a name one of several is not guessed', async () => {
    const first = await imageOf([[{ path: 'a', content: '1' }]])
    const second = await appendLayer(first, [{ path: '/a', content: '2' }])
    await writeOciLayout(first, dir, { name: '1' })
    expect((await openImage({ layout: dir })).digest).toBe(first.digest)
    await writeOciLayout(second, dir, { name: '2' })
    expect((await openImage({ layout: dir, reference: '2' })).digest).toBe(second.digest)
    await expect(openImage({ layout: dir })).rejects.toThrow(/several images; name one of: 1, 2/)
  })

  it('blobs that are there are skipped', async () => {
    const image = await imageOf([[{ path: 'a', content: '1' }], [{ path: 'b', content: '2' }]])
    const events: string[] = []
    await writeOciLayout(image, dir)
    await writeOciLayout(image, dir, { onProgress: ({ event }) => events.push(event) })
    expect(events.filter((event) => event === 'skipped')).toHaveLength(3)
    expect(events).not.toContain('bytes')
  })
})

describe('appending a layer', () => {
  it('replaces the file, keeps everything below, and is the same for the same input', async () => {
    const image = await imageOf([
      [
        { path: 'a', content: '1' },
        { path: 'b', content: '2' },
      ],
    ])
    const one = await appendLayer(image, [{ path: '/a', content: 'new' }])
    const two = await appendLayer(image, [{ path: 'a', content: 'new' }])
    expect((await readFile(one, 'a'))?.toString()).toBe('new')
    expect((await readFile(one, 'b'))?.toString()).toBe('2')
    expect(one.layers.slice(0, -1)).toEqual(image.layers)
    expect(one.layers.at(-1)).toEqual(two.layers.at(-1))
  })
})
