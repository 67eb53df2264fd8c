import { describe, expect, it } from 'vitest'
import { sampleAutofill, samplePolicy, samplePolicyholder, sampleRating, sampleState } from '../testing/samples.ts'
import { fill } from './filling.ts'
import { mappingOf } from './mapping-of.ts'
import { formatMappingPath } from './mapping-path.ts'
import { perilsToPrice } from './perils-to-price.ts'
import { readEnterpriseField, readPolicyField, readPolicyholderField } from './read-policy.ts'

const product = 'personal-auto'
const policyPath = (field: string, group?: string) =>
  formatMappingPath({ variant: 'connected', level: 'policy', product, field, ...(group ? { group } : {}) })
const vehicle = (field: string, group?: string) =>
  formatMappingPath({
    variant: 'connected',
    level: 'exposure',
    product,
    exposure: 'vehicle',
    field,
    ...(group ? { group } : {}),
  })
const collision = (field: string) =>
  formatMappingPath({ variant: 'connected', level: 'peril', product, exposure: 'vehicle', peril: 'collision', field })

describe('reading a policy', () => {
  it.each([
    ['a policy field', policyPath('territory'), [['north']]],
    ['a field in a group', policyPath('age', 'driver'), [['41']]],
    ['an exposure field', vehicle('year'), [['2003']]],
    ['a peril field', collision('limit'), [['50000']]],
    ['a field that is not there', vehicle('colour'), []],
  ])('%s', (_what, path, values) => {
    expect(readPolicyField(samplePolicy(), path).map((found) => found.values)).toEqual(values)
  })

  it('finds groups that a field names by locator', () => {
    const policy = samplePolicy()
    const [characteristics] = policy.characteristics
    if (characteristics) characteristics.fieldGroupsByLocator = { 'group-1': { age: ['42'] }, other: { age: ['1'] } }
    expect(readPolicyField(policy, policyPath('age', 'driver')).map(({ values }) => values)).toEqual([['42']])
  })

  it('of another product finds nothing', () => {
    expect(readPolicyField(samplePolicy({ productName: 'home' }), policyPath('territory'))).toEqual([])
  })

  it('reads a policyholder', () => {
    const path = formatMappingPath({ variant: 'connected', level: 'policyholder', field: 'last_name' })
    expect(readPolicyholderField(samplePolicyholder(), path)[0]?.values).toEqual(['Byron'])
  })

  it('reads enterprise products, accounts and exposures at any depth', () => {
    const quote = {
      locator: 'q',
      productName: 'Auto',
      data: { channel: 'web' },
      elements: [{ locator: 'l', type: 'Line', elements: [{ locator: 'v', type: 'Vehicle', data: { vin: 'X' } }] }],
    }
    expect(readEnterpriseField(quote, "$.products['Auto'].data['channel']")).toEqual(['web'])
    expect(readEnterpriseField(quote, "$.products['Home'].data['channel']")).toEqual([])
    expect(readEnterpriseField(quote, "$.exposures['Vehicle'].data['vin']")).toEqual(['X'])
    const account = { locator: 'a', type: 'Person', data: { name: 'Ada' } }
    expect(readEnterpriseField(account, "$.accounts['Person'].data['name']")).toEqual(['Ada'])
    expect(readEnterpriseField(account, "$.accounts['Person'].data['toString']")).toEqual([])
  })
})

describe('mappingOf', () => {
  it('is empty for a product the customer did not map', () => {
    expect(mappingOf(sampleState({ mappings: [] }), product)).toEqual({})
    const state = sampleState({ mappings: [{ productName: product, fields: { vin: vehicle('vin') } }] })
    expect(mappingOf(state, product).vin).toBe(vehicle('vin'))
    expect(mappingOf(state, 'home').vin).toBeUndefined()
  })
})

describe('filling', () => {
  it('a policy field gives just that field', () => {
    const filling = fill(sampleAutofill())
    for (const place of filling.places(policyPath('tier'))) place.set('gold')
    expect(filling.answer()).toEqual({ fieldValues: { tier: ['gold'] } })
  })

  it('fields of one exposure stay with that exposure', () => {
    const request = sampleAutofill({
      addExposures: [
        { exposureName: 'vehicle', fieldValues: { vin: ['A'] } },
        { exposureName: 'driver', fieldValues: { vin: ['not a vehicle'] } },
        { exposureName: 'vehicle', fieldValues: { vin: ['B'] } },
      ],
    })
    const filling = fill(request)
    for (const place of filling.places(vehicle('vin'))) place.at(vehicle('year'))?.set(`year of ${place.values[0]}`)
    expect(filling.answer()?.addExposures?.map(({ fieldValues }) => fieldValues?.year)).toEqual([
      ['year of A'],
      undefined,
      ['year of B'],
    ])
    expect(request.updates.addExposures?.[0]?.fieldValues).toEqual({ vin: ['A'] })
  })

  it('existing exposures are found by the names of the policy, and left alone without it', () => {
    const request = sampleAutofill(
      { addExposures: [], updateExposures: [{ exposureLocator: 'exposure-1', fieldValues: { vin: ['A'] } }] },
      { operation: 'endorsement' },
    )
    expect(fill(request).places(vehicle('vin'))).toEqual([])
    const filling = fill(request, { policy: samplePolicy() })
    filling.places(vehicle('vin'))[0]?.at(vehicle('year'))?.set('1999')
    expect(filling.answer()).toEqual({
      updateExposures: [{ exposureLocator: 'exposure-1', fieldValues: { vin: ['A'], year: ['1999'] } }],
    })
  })

  it('reaches groups and perils', () => {
    const filling = fill(
      sampleAutofill({
        addFieldGroups: [{ fieldName: 'driver', fieldValues: { name: ['Ada'] } }],
        addExposures: [
          {
            exposureName: 'vehicle',
            fieldGroups: [
              { fieldName: 'garage', fieldValues: { zip: ['1'] } },
              { fieldName: 'garage', fieldValues: { zip: ['2'] } },
            ],
            perils: [{ name: 'collision' }],
          },
        ],
      }),
    )
    filling.places(policyPath('name', 'driver'))[0]?.at(policyPath('age', 'driver'))?.set('41')
    for (const place of filling.places(vehicle('zip', 'garage'))) {
      place.at(vehicle('city', 'garage'))?.set(`city ${place.values[0]}`)
      place.at(collision('limit'))?.set('5')
      place.at(policyPath('territory'))?.set('south')
    }
    const answer = filling.answer()
    expect(answer?.fieldValues).toEqual({ territory: ['south'] })
    expect(answer?.addFieldGroups?.[0]?.fieldValues).toEqual({ name: ['Ada'], age: ['41'] })
    const [exposure] = answer?.addExposures ?? []
    expect(exposure?.fieldGroups?.map(({ fieldValues }) => fieldValues.city)).toEqual([['city 1'], ['city 2']])
    expect(exposure?.perils?.[0]?.fieldValues).toEqual({ limit: ['5'] })
  })

  it('of another product, of an unmapped field, or of nothing gives no answer', () => {
    const filling = fill(sampleAutofill({}, { productName: 'home' }))
    expect(filling.places(vehicle('vin'))).toEqual([])
    expect(filling.places(undefined)).toEqual([])
    expect(filling.answer()).toBeUndefined()
  })
})

describe('perilsToPrice', () => {
  it('reads mapped fields at policy, exposure and peril level', () => {
    const [first, second] = perilsToPrice(sampleRating())
    expect(first?.peril.name).toBe('collision')
    expect(
      [policyPath('territory'), vehicle('value'), collision('limit'), undefined].map((p) => first?.read(p)),
    ).toEqual(['north', '18000', '50000', undefined])
    expect(second?.read(collision('limit'))).toBeUndefined()
  })

  it('refuses a request whose perils are not part of its policy', () => {
    expect(() =>
      perilsToPrice(
        sampleRating(samplePolicy(), {
          policyExposurePerils: [
            {
              policyCharacteristicsLocator: 'x',
              exposureCharacteristicsLocator: 'y',
              perilCharacteristicsLocator: 'z',
            },
          ],
        }),
      ),
    ).toThrow(/not part of the policy/)
  })
})
