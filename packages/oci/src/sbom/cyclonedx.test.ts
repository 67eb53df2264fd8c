import { describe, expect, it } from 'vitest'
import { imageOf } from '../testing/image-of.ts'
import { cycloneDx } from './cyclonedx.ts'
import { readContents } from './read-contents.ts'

const tool = { name: 'mkt', version: '1.0.0' }
const now = new Date('2026-01-02T03:04:05Z')

async function bomOf(content: string) {
  const image = await imageOf([[{ path: 'app/node_modules/a/package.json', content }]])
  return cycloneDx(
    await readContents(image),
    { name: 'acme/rater', version: '1.2.0', digest: image.digest },
    { now, tool },
  )
}

describe('the bill of materials', () => {
  it('names the image by digest, each package by package URL, and where it was found', async () => {
    const bom = await bomOf('{"name":"a","version":"1.0.0","license":"MIT"}')
    expect(bom).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      metadata: { timestamp: '2026-01-02T03:04:05.000Z', component: { type: 'container', name: 'acme/rater' } },
      components: [
        {
          purl: 'pkg:npm/a@1.0.0',
          licenses: [{ license: { name: 'MIT' } }],
          evidence: { occurrences: [{ location: 'app/node_modules/a/package.json' }] },
        },
      ],
    })
    expect(bom.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  it('is the same for the same image', async () => {
    expect(await bomOf('{"name":"a","version":"1.0.0"}')).toEqual(await bomOf('{"name":"a","version":"1.0.0"}'))
  })

  it('names what could not be read and says that it is incomplete', async () => {
    const bom = await bomOf('{')
    expect(bom.compositions).toEqual([{ aggregate: 'incomplete', assemblies: ['subject'] }])
    expect(bom.metadata.properties).toEqual([
      { name: 'mkt:unread', value: expect.stringMatching(/^app\/node_modules\/a\/package.json: /) },
    ])
  })
})
