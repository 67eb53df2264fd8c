import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMappingPath, type MappingTarget, parseMappingPath } from './mapping-path.ts'

const pairs: [string, MappingTarget][] = [
  [
    "$[?(@.name=='personal-auto')].policyConfiguration.exposures[?(@.name=='vehicle')].fields[?(@.name=='vin')]",
    { variant: 'connected', level: 'exposure', product: 'personal-auto', exposure: 'vehicle', field: 'vin' },
  ],
  [
    "$[?(@.name=='p')].policyConfiguration.fields[?(@.name=='f')]",
    { variant: 'connected', level: 'policy', product: 'p', field: 'f' },
  ],
  [
    "$[?(@.name=='p')].policyConfiguration.fields[?(@.name=='g')].fields[?(@.name=='f')]",
    { variant: 'connected', level: 'policy', product: 'p', group: 'g', field: 'f' },
  ],
  [
    "$[?(@.name=='p')].policyConfiguration.exposures[?(@.name=='e')].perils[?(@.name=='x')].fields[?(@.name=='f')]",
    { variant: 'connected', level: 'peril', product: 'p', exposure: 'e', peril: 'x', field: 'f' },
  ],
  ["policyholder.fields[?(@.name=='last_name')]", { variant: 'connected', level: 'policyholder', field: 'last_name' }],
  ["$.products['P'].data['f']", { variant: 'enterprise', level: 'product', name: 'P', field: 'f' }],
  ["$.exposures['E'].data['f']", { variant: 'enterprise', level: 'exposure', name: 'E', field: 'f' }],
  ["$.accounts['A'].data['f']", { variant: 'enterprise', level: 'account', name: 'A', field: 'f' }],
]

describe('mapping paths', () => {
  it.each(pairs)('%s is read and written', (path, target) => {
    expect(parseMappingPath(path)).toEqual(target)
    expect(formatMappingPath(target)).toBe(path)
  })

  it.each(['', '$', "$[?(@.name=='p')]", "$.products['P']", "$.coverages['C'].data['f']", `${pairs[0]?.[0]}.x`])(
    '%j is none',
    (path) => {
      expect(() => parseMappingPath(path)).toThrow(/not a mapping path/)
    },
  )

  it('carry any name', () => {
    const name = fc.string({ minLength: 1 }).filter((text) => !/[\n\r\u2028\u2029]/.test(text))
    fc.assert(
      fc.property(name, name, name, (product, exposure, field) => {
        const target: MappingTarget = { variant: 'connected', level: 'exposure', product, exposure, field }
        expect(parseMappingPath(formatMappingPath(target))).toEqual(target)
      }),
      { numRuns: 50 },
    )
  })
})
