import { appendLayer, openImage, pushImage, readFile } from '@mkt/oci'
import { expect, it } from 'vitest'
import { imageOf } from '../../../oci/src/testing/image-of.ts'
import { testRegistry } from '../testing/registry.ts'

const test = await testRegistry()
const acme = await test.repository('acme', 'rater')

it('our own client pushes and pulls', async () => {
  const to = { registry: test.origin, repository: 'acme/rater', credentials: acme.credentials }
  const image = await imageOf([[{ path: 'a', content: 'x' }], [{ path: 'b', content: 'y'.repeat(100_000) }]])
  const first = await pushImage(image, to, { tag: '1', chunkBytes: 40 })
  expect(first.uploaded).toHaveLength(3)
  const again = await pushImage(await appendLayer(image, [{ path: 'c', content: 'z' }]), to, { tag: '2' })
  expect(again.skipped).toHaveLength(2)
  const pulled = await openImage({ repository: to, reference: '1' })
  expect(pulled.digest).toBe(image.digest)
  expect((await readFile(pulled, 'b'))?.length).toBe(100_000)
  await pulled.close()
})
