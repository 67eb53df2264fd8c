import { describe, expect, it } from 'vitest'
import { parseMappingPath } from '../mapping-path.ts'
import { placeProducts } from './schema-place.ts'
import { schemaPlaces } from './schema-places.ts'

const connected = {
  products: [
    { name: 'global', policyConfiguration: { fields: [{ name: 'hidden', type: 'string' }] } },
    {
      name: 'personal-auto',
      policyConfiguration: {
        fields: [
          { name: 'channel', title: 'Channel', type: 'select', values: ['Agent', 'Direct'] },
          {
            name: 'contact',
            title: 'Contact',
            type: 'group',
            fields: [{ name: 'mail', title: 'Mail', type: 'email' }],
          },
        ],
        exposures: [
          {
            name: 'vehicle',
            displayName: 'Vehicle',
            fields: [{ name: 'vin', title: 'VIN', type: 'string' }],
            perils: [{ name: 'collision', fields: [{ name: 'deductible', title: 'Deductible', type: 'number' }] }],
          },
        ],
      },
    },
  ],
  policyholder: { fields: [{ name: 'last_name', title: 'Last name', type: 'string' }] },
}

describe('the places of a schema', () => {
  it('say what they can hold where the policy system offers a choice', () => {
    const places = schemaPlaces('connected', connected)
    expect(places.map(({ name, values }) => [name, values]).slice(0, 2)).toEqual([
      ['channel', ['Agent', 'Direct']],
      ['mail', undefined],
    ])
  })

  it('are the fields of every level, each with the exact path that a mapping needs', () => {
    const paths = schemaPlaces('connected', connected).map((place) => place.path)
    const auto = "$[?(@.name=='personal-auto')].policyConfiguration"
    expect(paths).toEqual([
      `${auto}.fields[?(@.name=='channel')]`,
      `${auto}.fields[?(@.name=='contact')].fields[?(@.name=='mail')]`,
      `${auto}.exposures[?(@.name=='vehicle')].fields[?(@.name=='vin')]`,
      `${auto}.exposures[?(@.name=='vehicle')].perils[?(@.name=='collision')].fields[?(@.name=='deductible')]`,
      "policyholder.fields[?(@.name=='last_name')]",
    ])
    expect(paths.every((path) => parseMappingPath(path, 'connected') !== undefined)).toBe(true)
  })

  it('leave out the system product and count the policyholder as a product', () => {
    expect(placeProducts(schemaPlaces('connected', connected))).toEqual(['personal-auto', 'policyholders'])
  })

  it('of the enterprise variant belong to a product only where they are the product’s own', () => {
    const places = schemaPlaces('enterprise', {
      products: { Auto: { data: { channel: { type: 'string', displayName: 'Channel' } } } },
      exposures: { Vehicle: { data: { vin: { type: 'string' } } } },
      accounts: { Person: { data: { name: { type: 'string' } } } },
    })
    expect(places.map((place) => [place.product, place.path])).toEqual([
      ['Auto', "$.products['Auto'].data['channel']"],
      [undefined, "$.exposures['Vehicle'].data['vin']"],
      [undefined, "$.accounts['Person'].data['name']"],
    ])
  })

  it('are none when the schema is not readable', () => {
    expect(schemaPlaces('connected', null)).toEqual([])
  })
})

it('a schema with very long names is read in time that grows with its length', () => {
  const begun = process.threadCpuUsage()
  const contents = [`${'!'.repeat(128 * 1024)}x`, 'Vehicle+!?']
  const places = schemaPlaces('enterprise', {
    products: { Auto: { contents } },
    exposures: { Vehicle: { data: { vin: { type: 'string' } } } },
  })
  expect(places.map(({ containedIn }) => containedIn)).toEqual([['Auto']])
  expect(process.threadCpuUsage(begun).user / 1000).toBeLessThan(500)
})
