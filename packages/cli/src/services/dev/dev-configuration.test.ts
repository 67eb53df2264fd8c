import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Manifest, parseManifest, schemaPlaces } from '@mkt/manifest'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { seedWorld } from '../../../../simulator/src/seed/seed-world.ts'
import { devConfigurationProblems, ensureDevConfiguration, readDevConfiguration, stateOf } from './dev-configuration.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'mkt-dev-configuration-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const manifest: Manifest = {
  name: 'acme/app',
  version: '1.0.0',
  app: { fields: [{ name: 'key', title: 'Key', type: 'Password', required: true }] },
  platform: {
    fields: [
      { name: 'vin', title: 'VIN', required: true },
      { name: 'zip', title: 'Postal code' },
    ],
  },
}
const field = (name: string) => ({ name, title: name, type: 'string' })
const places = schemaPlaces('connected', {
  products: [
    { name: 'auto', policyConfiguration: { fields: [field('vin'), field('garaging_zip')], exposures: [] } },
    { name: 'home', policyConfiguration: { fields: [field('street')], exposures: [] } },
  ],
})

it('begins with what is found, and names every field and product for which nothing was', () => {
  const file = join(dir, '.mkt', 'dev.json')
  expect(ensureDevConfiguration(file, manifest, places)).toEqual([
    'auto: no place for zip (perhaps garaging_zip)',
    'home: not mapped, no place for vin (required), zip',
  ])
  const vin = "$[?(@.name=='auto')].policyConfiguration.fields[?(@.name=='vin')]"
  expect(readDevConfiguration(file)).toEqual({
    settings: { key: 'dev-key' },
    mappings: [{ productName: 'auto', fields: { vin } }],
  })
  expect(devConfigurationProblems(file, manifest, 'connected')).toEqual([])
})

it.each(['autofill', 'lifecycle', 'rater', 'webhook'])(
  'the first run of the template %s has nothing to say: the simulated tenant offers what it maps',
  (template) => {
    const source = join(import.meta.dirname, '../../../templates', template, 'platform-app.json')
    const made = parseManifest(readFileSync(source)).manifest as Manifest
    const [tenant] = seedWorld('first').connected
    const products = (tenant?.products ?? []).filter(({ name }) => name !== 'global')
    const file = join(dir, 'dev.json')
    expect(ensureDevConfiguration(file, made, schemaPlaces('connected', { products }))).toEqual([])
    expect(devConfigurationProblems(file, made, 'connected')).toEqual([])
  },
)

it('leaves a file alone that is there, and says what the platform would refuse of it', () => {
  const file = join(dir, 'dev.json')
  writeFileSync(file, '{ "settings": {}, "mappings": [] }')
  expect(ensureDevConfiguration(file, manifest, places)).toEqual([])
  expect(devConfigurationProblems(file, manifest, 'connected')).toEqual([
    '/settings/key Key: a value is required. (setting.required.missing)',
    '/mappings VIN: a field must be mapped. (mapping.required.missing)',
  ])
  writeFileSync(file, '{ "settings"')
  expect(devConfigurationProblems(file, manifest, 'connected')).toEqual(['it is not valid JSON'])
})

it('gives the application numbers and rows as the platform does, and what the platform would refuse as it is written', () => {
  const fields = [
    { name: 'share', title: 'Share', type: 'Number' as const, max: 1 },
    {
      name: 'rates',
      title: 'Rates',
      type: 'Table' as const,
      columns: [{ name: 'rate', title: 'Rate', type: 'Number' as const }],
    },
  ]
  const typed = { name: 'acme/typed', version: '1.0.0', app: { fields } }
  const state = (settings: Record<string, string>) => stateOf(typed, 'connected', { settings, mappings: [] }).settings
  expect(state({ share: '0.5', rates: 'rate\n1.2' })).toEqual({ share: 0.5, rates: [{ rate: 1.2 }] })
  expect(state({ share: '2' })).toEqual({ share: '2' })
})
