import { limits } from '@mkt/contract/limits'
import { checkManifest } from '@mkt/manifest'
import { expect, it } from 'vitest'
import { type CheckedRelease, checkFindings, type SeenImage } from './release-check.ts'

const manifest = { name: 'acme/rater', version: '1.0.0' }
const image: SeenImage = {
  readable: true,
  architecture: 'amd64',
  os: 'linux',
  user: '1000:1000',
  manifestText: JSON.stringify(manifest),
}
const rules = (change: Partial<CheckedRelease> = {}) =>
  checkFindings({ manifest, manifestFindings: [], image, unpackedBytes: 0, ...change }).map(
    ({ rule, severity }) => `${severity} ${rule}`,
  )

it('a release that is right has no findings', () => {
  expect(rules()).toEqual([])
})

it.each(['', '0', 'root', '0:0', 'root:1000'])('running as %j is a warning, not an error', (user) => {
  expect(rules({ image: { ...image, user } })).toEqual(['warning image.user'])
})

it.each(['1000', 'app', '1000:1000'])('running as %j is fine', (user) => {
  expect(rules({ image: { ...image, user } })).toEqual([])
})

it('everything that is wrong is said at once', () => {
  expect(
    rules({
      manifestFindings: checkManifest(manifest, { name: 'acme/other' }).problems,
      image: { ...image, architecture: 'arm64', user: '', manifestText: 'no JSON' },
    }),
  ).toEqual(['error manifest.name.mismatch', 'error image.platform', 'error image.manifest', 'warning image.user'])
})

it('an image that cannot be read is one finding, beside those of the manifest', () => {
  const unreadable: SeenImage = { readable: false, rule: 'image.layer.foreign', message: 'elsewhere' }
  expect(rules({ image: unreadable })).toEqual(['error image.layer.foreign'])
})

it('the manifest in the image is compared as JSON: order and spaces do not count, values do', () => {
  const text = '{ "version": "1.0.0",\n "name": "acme/rater" }'
  expect(rules({ image: { ...image, manifestText: text } })).toEqual([])
  expect(rules({ image: { ...image, manifestText: text.replace('1.0.0', '1.0.1') } })).toEqual(['error image.manifest'])
  expect(rules({ image: { ...image, manifestText: undefined } })).toEqual(['error image.manifest'])
})

it('an organization whose unpacked running images exceed its quota cannot release', () => {
  expect(rules({ unpackedBytes: limits.unpackedBytes.value })).toEqual(rules({}))
  expect(rules({ unpackedBytes: limits.unpackedBytes.value + 1 })).toContain('error image.quota')
})
