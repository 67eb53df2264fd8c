import { expect, it } from 'vitest'
import { buildMappingPath, parseMappingPath, productOf } from './mapping-path.ts'

const forms = [
  "$[?(@.name=='personal-auto')].policyConfiguration.exposures[?(@.name=='vehicle')].fields[?(@.name=='vin')]",
  "$[?(@.name=='personal-auto')].policyConfiguration.fields[?(@.name=='f')]",
  "$[?(@.name=='personal-auto')].policyConfiguration.fields[?(@.name=='group')].fields[?(@.name=='f')]",
  "$[?(@.name=='p')].policyConfiguration.exposures[?(@.name=='e')].perils[?(@.name=='fire')].fields[?(@.name=='f')]",
  "policyholder.fields[?(@.name=='last_name')]",
]
const enterprise = ["$.products['P'].data['f']", "$.exposures['E'].data['f']", "$.accounts['A'].data['f']"]

it('reads every form of a variant and writes it again alike', () => {
  for (const [variant, paths] of [
    ['connected', forms],
    ['enterprise', enterprise],
  ] as const) {
    for (const path of paths) {
      const place = parseMappingPath(path, variant)
      expect(place && buildMappingPath(place)).toBe(path)
    }
  }
})

it('refuses the forms of the other variant, double quotes and anything after the path', () => {
  for (const path of forms) expect(parseMappingPath(path, 'enterprise')).toBeUndefined()
  for (const path of enterprise) expect(parseMappingPath(path, 'connected')).toBeUndefined()
  expect(parseMappingPath('policyholder.fields[?(@.name=="last_name")]', 'connected')).toBeUndefined()
  expect(parseMappingPath(`${forms[0]}.x`, 'connected')).toBeUndefined()
})

it('does not write names that would break out of their quotes', () => {
  expect(buildMappingPath({ variant: 'connected', of: 'policyholder', field: "a')].x[?(@.name=='b" })).toBeUndefined()
  expect(buildMappingPath({ variant: 'enterprise', of: 'account', owner: "a'", field: 'f' })).toBeUndefined()
})

it('knows the product a path belongs to', () => {
  expect(forms.map((path) => parseMappingPath(path, 'connected')).map((place) => place && productOf(place))).toEqual([
    'personal-auto',
    'personal-auto',
    'personal-auto',
    'p',
    'policyholders',
  ])
})
