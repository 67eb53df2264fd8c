import type { Manifest } from '@mkt/manifest'
import { describe, expect, it } from 'vitest'
import type { ConfigurationChange } from './configuration-change.ts'
import { mergeConfiguration } from './merge-configuration.ts'

const manifest: Manifest = {
  name: 'acme/rater',
  version: '1.1.0',
  app: {
    fields: [
      { name: 'rate', title: 'Rate', type: 'Text', required: true },
      { name: 'discount', title: 'Discount', type: 'Text' },
      { name: 'key', title: 'Key', type: 'Password' },
    ],
  },
  platform: { fields: [{ name: 'vin', title: 'VIN' }] },
}
const nothing: ConfigurationChange = { settings: {}, files: {}, mapped: [], mappings: undefined }
const present = {
  settings: { rate: '10', discount: '5' },
  mappings: [{ productName: 'auto', fields: { vin: 'path-1' } }],
}
const merge = (change: Partial<ConfigurationChange>) => mergeConfiguration(manifest, present, { ...nothing, ...change })

describe('merging a change into a configuration', () => {
  it('changes what is named and keeps every other readable setting, optional ones too', () => {
    expect(merge({ settings: { rate: '11' } })).toEqual({
      settings: { rate: '11', discount: '5' },
      mappings: present.mappings,
    })
  })

  it('leaves out what the release does not know, and values it made write-only: the platform keeps those', () => {
    const former = { settings: { gone: 'x', key: 'was readable', rate: '10' }, mappings: [] }
    const mapped = [{ productName: 'auto', fields: { vin: 'path-1', gone: 'path-2' } }]
    expect(mergeConfiguration(manifest, { ...former, mappings: mapped }, nothing)).toEqual({
      settings: { rate: '10' },
      mappings: [{ productName: 'auto', fields: { vin: 'path-1' } }],
    })
  })

  it('passes on what was given for any name, so that the platform can name what is wrong with it', () => {
    expect(merge({ settings: { key: null, unknown: 'x' } }).settings).toEqual({
      rate: '10',
      discount: '5',
      key: null,
      unknown: 'x',
    })
  })

  it('maps and unmaps single fields beside the others', () => {
    const path = 'path-9'
    expect(merge({ mapped: [{ productName: 'home', field: 'vin', path }] }).mappings).toEqual([
      ...present.mappings,
      { productName: 'home', fields: { vin: path } },
    ])
    expect(merge({ mapped: [{ productName: 'auto', field: 'vin', path: '' }] }).mappings).toEqual([
      { productName: 'auto', fields: {} },
    ])
  })

  it('takes a list of mappings in place of the present ones, single fields over it', () => {
    const mappings = [{ productName: 'boat', fields: { vin: 'a' } }]
    const mapped = [{ productName: 'boat', field: 'vin', path: 'b' }]
    expect(merge({ mappings, mapped }).mappings).toEqual([{ productName: 'boat', fields: { vin: 'b' } }])
  })
})
