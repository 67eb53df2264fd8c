import type { Manifest } from '@mkt/manifest'
import { describe, expect, it } from 'vitest'
import { defaultSettings, guessMappings } from './default-configuration.ts'
import { matters } from './watch-folder.ts'

describe('settings to begin with', () => {
  it('fill what is required or has a default, hidden ones only once they show', () => {
    const manifest: Manifest = {
      name: 'a/b',
      version: '1.0.0',
      app: {
        fields: [
          { name: 'optional', title: '', type: 'Text' },
          { name: 'mode', title: '', type: 'Select', required: true, values: [{ text: 'X', value: 'x' }] },
          { name: 'url', title: '', type: 'Text', required: true, visibleWhen: { name: 'mode', equals: 'x' } },
          { name: 'never', title: '', type: 'Text', required: true, visibleWhen: { name: 'mode', equals: 'y' } },
          { name: 'secret', title: '', type: 'Password', required: true },
          { name: 'language', title: '', type: 'Text', default: 'en' },
        ],
      },
    }
    expect(defaultSettings(manifest)).toEqual({ mode: 'x', url: 'dev url', secret: 'dev-secret', language: 'en' })
  })
})

describe('guessed mappings', () => {
  it('point at fields of the same name, whatever the spelling, and leave out what is not there', () => {
    const manifest: Manifest = {
      name: 'a/b',
      version: '1.0.0',
      platform: { fields: ['vin', 'vehicleValue', 'zip', 'colour'].map((name) => ({ name, title: name })) },
    }
    const products = [
      {
        name: 'auto',
        policyConfiguration: {
          fields: [{ name: 'garaging_zip' }],
          exposures: [{ name: 'vehicle', fields: [{ name: 'vin' }, { name: 'vehicle_value' }] }],
        },
      },
      { name: 'home', policyConfiguration: { fields: [], exposures: [] } },
    ]
    const vehicle = "$[?(@.name=='auto')].policyConfiguration.exposures[?(@.name=='vehicle')]"
    expect(guessMappings(manifest, products)).toEqual([
      {
        productName: 'auto',
        fields: {
          vin: `${vehicle}.fields[?(@.name=='vin')]`,
          vehicleValue: `${vehicle}.fields[?(@.name=='vehicle_value')]`,
          zip: "$[?(@.name=='auto')].policyConfiguration.fields[?(@.name=='garaging_zip')]",
        },
      },
    ])
  })
})

it('tests, dependencies and our own notes do not restart the application', () => {
  expect(['src/app.ts', 'platform-app.json', 'package.json'].every(matters)).toBe(true)
  expect(['node_modules/a/b.js', '.mkt/dev.json', 'src/app.test.ts', '.git/index', 'x.log'].some(matters)).toBe(false)
})
