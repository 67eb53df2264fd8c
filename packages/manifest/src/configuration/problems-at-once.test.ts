import { describe, expect, it } from 'vitest'
import type { Manifest, Setting } from '../manifest.ts'
import { applyConfiguration } from './apply-configuration.ts'
import { emptyConfiguration } from './configuration.ts'
import { migrateConfiguration } from './migrate-configuration.ts'

const select = (values: string[]): Setting => ({
  name: 'region',
  title: 'Region',
  type: 'Select',
  values: values.map((value) => ({ text: value, value })),
})
const manifest: Manifest = {
  name: 'acme/app',
  version: '1.0.0',
  app: { fields: [select(['north', 'south']), { name: 'key', title: 'Key', type: 'Text', required: true }] },
  platform: {
    fields: [
      { name: 'vin', title: 'VIN', required: true },
      { name: 'model', title: 'Model', required: true },
    ],
  },
}
const apply = (input: object) => {
  const applied = applyConfiguration({ manifest, variant: 'connected', stored: emptyConfiguration, input })
  return applied.ok ? [] : applied.problems.map(({ pointer, rule }) => `${rule} ${pointer}`)
}
const messages = (input: object) => {
  const applied = applyConfiguration({ manifest, variant: 'connected', stored: emptyConfiguration, input })
  return applied.ok ? '' : applied.problems.map(({ message }) => message).join('\n')
}
const at = (name: string) => `$[?(@.name=='auto')].policyConfiguration.fields[?(@.name=='${name}')]`

describe('a configuration is told everything at once', () => {
  it('wrong paths, unknown fields and missing ones of every product, and the settings beside them', () => {
    const mappings = [
      { productName: 'auto', fields: { vin: 'nonsense', modle: at('model') } },
      { productName: 'home', fields: {} },
    ]
    expect(apply({ settings: { region: 'west' }, mappings })).toEqual([
      'setting.value.not-offered /settings/region',
      'setting.required.missing /settings/key',
      'mapping.value.invalid /mappings/0/fields/vin',
      'mapping.name.unknown /mappings/0/fields/modle',
      'mapping.required.missing /mappings/1/fields/vin',
      'mapping.required.missing /mappings/0/fields/model',
      'mapping.required.missing /mappings/1/fields/model',
    ])
  })

  it('with the place of each entry as it was given, though entries before it could not be read', () => {
    const mappings = [{ productName: '' }, { productName: 'auto', fields: { vin: at('vin') } }]
    expect(apply({ settings: { key: 'k' }, mappings })).toEqual([
      'mapping.product.missing /mappings/0/productName',
      'mapping.required.missing /mappings/1/fields/model',
    ])
    expect(apply({ settings: { key: 'k' }, mappings: mappings.slice(0, 1) })).toEqual([
      'mapping.product.missing /mappings/0/productName',
    ])
  })
})

describe('messages', () => {
  it('list what a Select offers, of many the first', () => {
    expect(messages({ settings: { region: 'west', key: 'k' } })).toContain(
      'Region: the value is not one of those offered: "north" or "south".',
    )
    const many = { ...manifest, app: { fields: [select(Array.from({ length: 40 }, (_, index) => `v${index}`))] } }
    const stored = { ...emptyConfiguration, settings: { region: 'west' } }
    expect(migrateConfiguration(stored, many).problems[0]?.message).toMatch(/Choose "v0", .*"v11" and 28 more\.$/)
  })

  it('name the setting or field that was meant', () => {
    const mappings = [{ productName: 'auto', fields: { VIN: at('vin') } }]
    const told = messages({ settings: { Region: 'north', key: 'k' }, mappings })
    expect(told).toContain('There is no setting named "Region". Did you mean "region"?')
    expect(told).toContain('There is no mapping field named "VIN". Did you mean "vin"?')
  })
})
