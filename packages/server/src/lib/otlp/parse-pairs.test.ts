import { expect, it } from 'vitest'
import { parsePairs } from './parse-pairs.ts'

it('reads lists as OpenTelemetry writes them', () => {
  expect(parsePairs('authorization=Bearer%20a%3Db, x-tenant = insurer')).toEqual({
    authorization: 'Bearer a=b',
    'x-tenant': 'insurer',
  })
  expect(parsePairs('')).toEqual({})
  expect(parsePairs('nothing')).toBeUndefined()
  expect(parsePairs('key=%E0%A4%A')).toBeUndefined()
})
