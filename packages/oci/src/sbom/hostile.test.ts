import { describe, expect, it } from 'vitest'
import { imageOf, type RawEntry, tarOf } from '../testing/image-of.ts'
import { readContents } from './read-contents.ts'
import { makeZip } from './testing/make-zip.ts'

const jar = (path: string, bytes: Buffer): RawEntry => ({ path, content: bytes })
const read = async (...entries: RawEntry[]) => readContents(await imageOf([entries]))

describe('hostile contents', () => {
  it('what cannot be read is named and does not end the reading', async () => {
    const { components, unread } = await read(
      { path: 'app/node_modules/broken/package.json', content: '{"name":' },
      { path: 'app/node_modules/list/package.json', content: '[]' },
      { path: 'app/x.dist-info/METADATA', content: 'nothing' },
      jar('app/broken.jar', Buffer.from('PK\x03\x04 and nothing more')),
      jar('app/plain.jar', makeZip({ 'a/B.class': 'x' })),
      { path: 'app/node_modules/fine/package.json', content: '{"name":"fine","version":"1.0.0"}' },
    )
    expect(components.map(({ name }) => name)).toEqual(['fine'])
    expect(unread.map(({ path }) => path)).toEqual([
      'app/broken.jar',
      'app/node_modules/broken/package.json',
      'app/node_modules/list/package.json',
      'app/plain.jar',
      'app/x.dist-info/METADATA',
    ])
    expect(unread[3]?.reason).toBe('has no Maven coordinates')
  })

  it.each(['.wh.', '.wh..', '.wh...', 'app/.wh...', '../out'])(
    'an image is refused whose layers hold %s, which no engine may unpack',
    async (path) => {
      await expect(read({ path, content: '' })).rejects.toMatchObject({ code: 'path_escape' })
    },
  )

  it('an entry that unpacks to more than allowed is not unpacked, whatever the archive claims', async () => {
    const bomb = makeZip({ 'META-INF/maven/g/a/pom.properties': Buffer.alloc(50_000_000) }, { claim: { size: 10 } })
    const { unread } = await read(jar('bomb.jar', bomb))
    expect(unread).toEqual([
      { path: 'bomb.jar!/META-INF/maven/g/a/pom.properties', reason: expect.stringMatching(/larger than 65536 bytes/) },
    ])
  })

  it('jars inside jars are read to a fixed depth', async () => {
    let nested = makeZip({ 'a.class': 'x' })
    for (let depth = 0; depth < 8; depth += 1) nested = makeZip({ 'inner.jar': nested }, { stored: true })
    const { unread } = await read(jar('deep.jar', nested))
    expect(unread).toEqual([expect.objectContaining({ reason: 'jars are nested deeper than 4' })])
  })

  it('a file that is larger than its kind ever is is named, not held', async () => {
    const { unread } = await read({
      path: 'app/node_modules/huge/package.json',
      content: `{"name":"huge","version":"1","x":"${'x'.repeat(5_000_000)}"}`,
    })
    expect(unread).toEqual([{ path: 'app/node_modules/huge/package.json', reason: 'it is larger than 4194304 bytes' }])
  })

  it('an image that leaves its root, lies about its size or is cut off is refused', async () => {
    await expect(read({ path: '../../etc/passwd', content: 'x' })).rejects.toMatchObject({ code: 'path_escape' })
    const cut = tarOf([{ path: 'app/node_modules/a/package.json', content: '{}', size: 9999 }], false)
    await expect(imageOf([cut]).then((image) => readContents(image))).rejects.toMatchObject({ code: 'archive_invalid' })
    const large = await imageOf([[{ path: 'a', content: 'x'.repeat(100_000) }]])
    await expect(readContents(large, { limits: { unpackedBytes: 50_000 } })).rejects.toMatchObject({
      code: 'limit_exceeded',
    })
  })

  it('a reading that was given up ends', async () => {
    const image = await imageOf([[{ path: 'a', content: 'x' }]])
    await expect(readContents(image, { signal: AbortSignal.abort() })).rejects.toThrow(/took too long/)
  })

  it('links in circles are no trouble', async () => {
    const { components } = await read(
      { path: 'a', flag: '2', linkPath: 'b' },
      { path: 'b', flag: '2', linkPath: 'a' },
      { path: 'a/node_modules/x/package.json', content: '{"name":"x","version":"1.0.0"}' },
    )
    expect(components.map(({ name }) => name)).toEqual(['x'])
  })
})
