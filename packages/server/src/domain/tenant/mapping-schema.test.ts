import { parseMappingPath } from '@mkt/manifest'
import { expect, it } from 'vitest'
import { type ConnectedSchema, type EnterpriseSchema, mappingPaths, productNames } from './mapping-schema.ts'

const field = (name: string) => ({ name, title: name, type: 'string' })
const connected: ConnectedSchema = {
  variant: 'connected',
  products: [
    {
      name: 'auto',
      displayName: 'Auto',
      policyConfiguration: {
        fields: [field('channel'), { ...field('drivers'), type: 'group', fields: [field('first_name')] }],
        exposures: [
          {
            name: 'vehicle',
            displayName: 'Vehicle',
            fields: [field('vin')],
            perils: [{ name: 'collision', displayName: 'Collision', fields: [field('deductible')] }],
          },
        ],
      },
    },
    { name: 'global', displayName: 'global', policyConfiguration: { fields: [field('hidden')], exposures: [] } },
  ],
  policyholder: { fields: [field('last_name')] },
}
const enterprise: EnterpriseSchema = {
  variant: 'enterprise',
  products: {
    Auto: { displayName: 'Auto', contents: [], data: { channel: { type: 'string', displayName: 'Channel' } } },
  },
  exposures: { Vehicle: { displayName: 'Vehicle', data: { vin: { type: 'string', displayName: 'VIN' } } } },
  accounts: { Person: { displayName: 'Person', data: { email: { type: 'string', displayName: 'E-mail' } } } },
}

it('mapping paths of the connected variant have exactly the documented forms, without the system product', () => {
  const auto = "$[?(@.name=='auto')].policyConfiguration"
  expect(mappingPaths(connected)).toEqual([
    `${auto}.fields[?(@.name=='channel')]`,
    `${auto}.fields[?(@.name=='drivers')].fields[?(@.name=='first_name')]`,
    `${auto}.exposures[?(@.name=='vehicle')].fields[?(@.name=='vin')]`,
    `${auto}.exposures[?(@.name=='vehicle')].perils[?(@.name=='collision')].fields[?(@.name=='deductible')]`,
    "policyholder.fields[?(@.name=='last_name')]",
  ])
  expect(productNames(connected)).toEqual(['auto'])
})

it('mapping paths of the enterprise variant have exactly the documented forms', () => {
  expect(mappingPaths(enterprise)).toEqual([
    "$.products['Auto'].data['channel']",
    "$.exposures['Vehicle'].data['vin']",
    "$.accounts['Person'].data['email']",
  ])
  for (const path of mappingPaths(enterprise)) expect(parseMappingPath(path, 'enterprise')).toBeDefined()
})
