import fc from 'fast-check'
import { expect, it } from 'vitest'
import { replaceVersion } from './replace-version.ts'

it('changes the version and nothing else of the text', () => {
  const text = '{\n\t"name": "acme/rater",   "version" : "1.4.2",\n\t"x": { "version": "9.9.9" }\n}\r\n'
  expect(replaceVersion(text, '1.5.0')).toBe(text.replace('1.4.2', '1.5.0'))
})

it('is not misled by values, nested keys and escapes', () => {
  const text = String.raw`{"a":"version","b":{"version":"1.1.1"},"c":["version","\"version\":\"2.2.2\""],"\u0076ersion":"1.0.0"}`
  expect(JSON.parse(replaceVersion(text, '1.1.0') ?? '')).toEqual({ ...JSON.parse(text), version: '1.1.0' })
})

it('says so when there is no version', () => {
  expect(replaceVersion('{"name":"acme/rater","app":{"version":"1.0.0"}}', '1.1.0')).toBeUndefined()
})

it('gives the same object except for the version, whatever else the file holds', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat({ max: 4 }), (rest, indent) => {
      const value = { ...rest, version: '1.2.3' }
      const replaced = replaceVersion(JSON.stringify(value, null, indent), '1.3.0') ?? ''
      expect(JSON.parse(replaced)).toEqual(JSON.parse(JSON.stringify({ ...value, version: '1.3.0' })))
    }),
    { numRuns: 200 },
  )
})
