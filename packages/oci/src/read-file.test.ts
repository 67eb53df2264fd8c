import { describe, expect, it } from 'vitest'
import { defaultLimits, type Image } from './model.ts'
import { openImage } from './open-image.ts'
import { readFile } from './read-file.ts'
import { blobsOf, imageOf, indexOf, type RawEntry, tarOf } from './testing/image-of.ts'

const file = (path: string, content: string): RawEntry => ({ path, content })
const link = (path: string, linkPath: string): RawEntry => ({ path, flag: '2', linkPath })
const hard = (path: string, linkPath: string): RawEntry => ({ path, flag: '1', linkPath })
const dir = (path: string): RawEntry => ({ path: `${path}/`, flag: '5', mode: 0o755 })
const text = async (image: Image, path: string) => (await readFile(image, path))?.toString()

describe('a file is read at its final state', () => {
  it('the topmost layer that has it wins', async () => {
    const image = await imageOf([[file('a', 'old')], [file('./a', 'new')]])
    expect(await text(image, '/a')).toBe('new')
  })

  it('within a layer the last entry wins', async () => {
    expect(await text(await imageOf([[file('a', 'first'), file('a', 'last')]]), 'a')).toBe('last')
  })

  it.each(['gzip', 'plain', 'zstd'] as const)('layers may be %s', async (packing) => {
    expect(await text(await imageOf([[file('a', 'x')]], { packing }), 'a')).toBe('x')
  })

  it('a whiteout removes it, and its folder removes it', async () => {
    const image = await imageOf([
      [file('d/a', '1'), file('b', '2')],
      [file('.wh.b', ''), file('.wh.d', '')],
    ])
    expect(await text(image, 'b')).toBeUndefined()
    expect(await text(image, 'd/a')).toBeUndefined()
  })

  it.each(['.wh.', '.wh..', '.wh...'])('a whiteout %j, which names no file, is refused', async (name) => {
    const image = await imageOf([[file('d/a', '1')], [file(`d/${name}`, '')]])
    await expect(readFile(image, 'd/a')).rejects.toMatchObject({ code: 'path_escape' })
  })

  it('a whiteout does not touch what its own layer adds', async () => {
    const image = await imageOf([[file('d/a', '1')], [file('d/b', 'kept'), file('.wh.d', '')]])
    expect(await text(image, 'd/b')).toBe('kept')
    expect(await text(image, 'd/a')).toBeUndefined()
  })

  it('an opaque folder hides what lower layers have in it', async () => {
    const image = await imageOf([[file('d/a', '1')], [dir('d'), file('d/.wh..wh..opq', ''), file('d/b', '2')]])
    expect(await text(image, 'd/a')).toBeUndefined()
    expect(await text(image, 'd/b')).toBe('2')
  })

  it('a folder replaced by a file takes its content along', async () => {
    const image = await imageOf([[file('d/a', '1')], [file('d', 'now a file')]])
    expect(await text(image, 'd/a')).toBeUndefined()
    expect(await text(image, 'd')).toBe('now a file')
  })

  it('symbolic links are followed inside the image, absolute and climbing ones too', async () => {
    const image = await imageOf([
      [file('srv/app/m.json', 'm'), link('m.json', '../../srv/app/m.json'), link('d', '/srv/app')],
    ])
    expect(await text(image, 'm.json')).toBe('m')
    expect(await text(image, 'd/m.json')).toBe('m')
  })

  it('a hard link is the file its target was when its layer was applied', async () => {
    const image = await imageOf([[file('a', 'original'), hard('b', 'a')], [file('a', 'changed')]])
    expect(await text(image, 'b')).toBe('original')
  })

  it('a folder, a missing file and the root are no file', async () => {
    const image = await imageOf([[dir('d')]])
    expect(await text(image, 'd')).toBeUndefined()
    expect(await text(image, 'nothing')).toBeUndefined()
    expect(await text(image, '/')).toBeUndefined()
  })

  it('lower layers are not read when an upper one answers', async () => {
    const made = blobsOf([[file('x', 'x')], [file('a', 'top')]])
    made.blobs.delete(made.layers[0]?.digest ?? '')
    expect(await text(await openImage({ blobs: made.source, digest: made.digest }), 'a')).toBe('top')
  })
})

describe('a hostile image is refused', () => {
  const code = (value: string) => expect.objectContaining({ code: value })

  it('a path that climbs out', async () => {
    await expect(readFile(await imageOf([[file('../etc/passwd', 'x')]]), 'a')).rejects.toEqual(code('path_escape'))
  })

  it('links that lead in a circle', async () => {
    await expect(readFile(await imageOf([[link('a', 'b'), link('b', 'a')]]), 'a')).rejects.toEqual(
      code('archive_invalid'),
    )
  })

  it('a layer that unpacks to more than allowed', async () => {
    const image = await imageOf([[file('a', 'x'.repeat(200_000))]])
    await expect(readFile(image, 'a', { limits: { unpackedBytes: 100_000 } })).rejects.toEqual(code('limit_exceeded'))
  })

  it('more entries than allowed', async () => {
    const image = await imageOf([Array.from({ length: 20 }, (_, number) => file(`f${number}`, ''))])
    await expect(readFile(image, 'a', { limits: { entries: 10 } })).rejects.toEqual(code('limit_exceeded'))
  })

  it('a file larger than the reader wants', async () => {
    const image = await imageOf([[file('a', 'x'.repeat(2000))]])
    await expect(readFile(image, 'a', { maxBytes: 1000 })).rejects.toEqual(code('limit_exceeded'))
  })

  it('an extended header that claims gigabytes', async () => {
    const image = await imageOf([tarOf([{ path: 'x', flag: 'x', size: 4_000_000_000 }])])
    await expect(readFile(image, 'a')).rejects.toEqual(code('limit_exceeded'))
  })

  it('a layer that ends in the middle of a file', async () => {
    const whole = tarOf([file('a', 'x'.repeat(5000))])
    await expect(readFile(await imageOf([whole.subarray(0, 2000)]), 'a')).rejects.toEqual(code('archive_invalid'))
  })

  it('a layer that is not a tar', async () => {
    await expect(readFile(await imageOf([Buffer.alloc(1024, 'no tar')]), 'a')).rejects.toEqual(code('archive_invalid'))
  })

  it('a layer whose bytes are not the announced ones, wherever the file is in it', async () => {
    const made = blobsOf([[file('a', 'x')]])
    const layer = made.layers[0]?.digest ?? ''
    const other = blobsOf([[file('a', 'y')]])
    made.blobs.set(layer, other.blobs.get(other.layers[0]?.digest ?? '') ?? Buffer.alloc(0))
    const image = await openImage({ blobs: made.source, digest: made.digest })
    await expect(readFile(image, 'a')).rejects.toEqual(code('digest_mismatch'))
  })

  it('a layer that is cut short', async () => {
    const made = blobsOf([[file('a', 'x')]])
    const layer = made.layers[0]?.digest ?? ''
    made.blobs.set(layer, made.blobs.get(layer)?.subarray(0, 40) ?? Buffer.alloc(0))
    const image = await openImage({ blobs: made.source, digest: made.digest })
    await expect(readFile(image, 'a')).rejects.toEqual(code('digest_mismatch'))
  })

  it('a layer that is kept elsewhere', async () => {
    const foreign = imageOf([[file('a', 'x')]], {
      change: (layer) => ({ ...layer, urls: ['https://elsewhere.test/layer'] }),
    })
    await expect(foreign).rejects.toEqual(code('foreign_layer'))
  })

  it('a manifest that is not the one its digest names', async () => {
    const made = blobsOf([[file('a', 'x')]])
    made.blobs.set(made.digest, Buffer.from('{"schemaVersion":2}'))
    await expect(openImage({ blobs: made.source, digest: made.digest })).rejects.toEqual(code('digest_mismatch'))
  })

  it('more layers than allowed', async () => {
    const made = blobsOf([[], [], []])
    const limits = { ...defaultLimits, layers: 2 }
    await expect(openImage({ blobs: made.source, digest: made.digest }, limits)).rejects.toEqual(code('limit_exceeded'))
  })
})

describe('of an index', () => {
  it('the linux/amd64 entry is opened', async () => {
    const arm = blobsOf([[file('a', 'arm')]], { platform: { architecture: 'arm64', os: 'linux' } })
    const amd = blobsOf([[file('a', 'amd')]])
    const index = indexOf([
      { made: arm, architecture: 'arm64' },
      { made: amd, architecture: 'amd64' },
    ])
    const image = await openImage({ blobs: index.source, digest: index.digest })
    expect(image.digest).toBe(amd.digest)
    expect(image.platform).toEqual({ architecture: 'amd64', os: 'linux' })
  })

  it('without such an entry nothing is opened, and the message names what there is', async () => {
    const index = indexOf([{ made: blobsOf([[]]), architecture: 'arm64' }])
    await expect(openImage({ blobs: index.source, digest: index.digest })).rejects.toThrow(/linux\/arm64/)
  })
})
