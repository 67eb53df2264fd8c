import { describe, expect, it } from 'vitest'
import { fieldLimits, fieldNames } from './field-names.ts'

const namesOf = (body: unknown) => [...fieldNames(Buffer.from(JSON.stringify(body))).names].sort()

describe('names of fields', () => {
  it('are the same in what autofill sends, in its answer and in the policy of a rater', () => {
    const values = { fieldValues: { vin: ['1FT'] } }
    expect(namesOf({ updates: { ...values, addExposures: [{ ...values, perils: [{ name: 'fire' }] }] } })).toEqual([
      'exposures[].perils[].name',
      'exposures[].vin',
      'vin',
    ])
    expect(namesOf({ ...values, updateExposures: [{ ...values }] })).toEqual(['exposures[].vin', 'vin'])
    const characteristics = [{ ...values, fieldGroupsByLocator: { '01ARZ3NDEKTSV4RRFFQ69G5FAV': { driver: 'x' } } }]
    expect(namesOf({ policy: { characteristics, exposures: [{ characteristics }] } })).toEqual([
      'exposures[].fieldGroups[].driver',
      'exposures[].vin',
      'fieldGroups[].driver',
      'vin',
    ])
  })

  it('hold no value and no locator', () => {
    const body = {
      email: 'ann@example.com',
      pricedPerilCharacteristics: { '8d3f9d1e-2a52-4c9a-9a8e-0f6f2f6f8a11': { premium: 12 } },
      byPerson: { 'ann@example.com': 1, '01ARZ3NDEKTSV4RRFFQ69G5FAV': 2, '4711': 3 },
    }
    expect(namesOf(body)).toEqual(['byPerson.*', 'email', 'pricedPerilCharacteristics.*.premium'])
  })

  it('beyond the bounds are counted and not kept', () => {
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`field${index}`, 1]))
    const read = fieldNames(Buffer.from(JSON.stringify(many)))
    expect([read.names.size, read.overflow]).toEqual([fieldLimits.names, 100])
    const long = fieldNames(Buffer.from(JSON.stringify({ ['a'.repeat(60)]: { ['b'.repeat(60)]: { c: 1 } } })))
    expect([long.names.size, long.overflow]).toEqual([0, 1])
    const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`
    expect(fieldNames(Buffer.from(deep))).toEqual({ names: new Set(), overflow: 1 })
    const wide = JSON.stringify({ items: Array.from({ length: 60_000 }, () => ({ a: 1 })) })
    expect([...fieldNames(Buffer.from(wide)).names]).toEqual(['items[].a'])
  })

  it('of something that is no JSON are none', () => {
    for (const body of ['', 'no', '"text"', '[1,2]', '{"__proto__":{"constructor":1}'])
      expect([...fieldNames(Buffer.from(body)).names], body).toEqual([])
    expect(namesOf(JSON.parse('{"__proto__": 1, "constructor": 2}'))).toEqual(['__proto__', 'constructor'])
  })
})
