import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isJsonObject, isJsonObjectInTurns } from './is-json-object.ts'

/** What the look must agree with. */
function parsesToObject(bytes: Buffer): boolean {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

const pieces = [
  ...['{', '}', '[', ']', ',', ':', '"', '\\', '"a"', '"a":', '"\\u00e9"', '"\\ud800"', '"\\x"', '"\\u12"', '\u0001'],
  ...['0', '-', '-0', '01', '1.5', '1.', '.5', '1e5', '1E+', '1e-7', 'true', 'false', 'null', 'tru', 'NaN'],
  ...[' ', '\n', '\t', '\r', '\u00a0', '\ufeff', '\u2028', '"\u2028"', 'é', '{}', '[]', '{"a":1}', '\0'],
]

describe('tells an object as JSON.parse does', () => {
  it('of every JSON value', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom('', ' ', '\n\t'), (text, space) => {
        const bytes = Buffer.from(space + text + space)
        expect(isJsonObject(bytes)).toBe(parsesToObject(bytes))
      }),
    )
  })

  it('of texts that are nearly JSON', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
        for (const bytes of [Buffer.from(parts.join('')), Buffer.from(`{"a":${parts.join('')}}`)])
          expect(isJsonObject(bytes), bytes.toString()).toBe(parsesToObject(bytes))
      }),
      { numRuns: 3_000 },
    )
  })

  it('of objects with a byte that was changed, or cut off', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), fc.nat(255), (value, place, byte) => {
        const bytes = Buffer.from(JSON.stringify(value))
        const cut = bytes.subarray(0, place % bytes.length)
        expect(isJsonObject(cut)).toBe(parsesToObject(cut))
        bytes[place % bytes.length] = byte
        expect(isJsonObject(bytes), bytes.toString('latin1')).toBe(parsesToObject(bytes))
      }),
      { numRuns: 2_000 },
    )
  })
})

it('says the same in slices, wherever one ends', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.json(),
        fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => `{"a":${parts.join('')}}`),
      ),
      fc.integer({ min: 1, max: 9 }),
      async (text, sliceBytes) => {
        const bytes = Buffer.from(text)
        expect(await isJsonObjectInTurns(bytes, { sliceBytes, others: async () => {} }), text).toBe(isJsonObject(bytes))
      },
    ),
    { numRuns: 2_000 },
  )
})

it('others have a turn many times while a long answer is looked through', async () => {
  let turns = 0
  const others = async () => {
    turns += 1
  }
  expect(await isJsonObjectInTurns(Buffer.from(`{"a":[${'1,'.repeat(2_000_000)}1]}`), { others })).toBe(true)
  expect(turns).toBeGreaterThan(25)
})

it('is nested no deeper than a reader may recurse', () => {
  const nested = (levels: number) => Buffer.from(`{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`)
  expect(isJsonObject(nested(1_000))).toBe(true)
  expect(isJsonObject(nested(1_001))).toBe(false)
  expect(isJsonObject(Buffer.from(`{"a":${'['.repeat(5_000_000)}`))).toBe(false)
})
