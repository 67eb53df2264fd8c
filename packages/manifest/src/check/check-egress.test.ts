import { expect, it } from 'vitest'
import { checkManifest } from '../parse-manifest.ts'
import { rulesOf } from '../testing.ts'

const fields = [
  { name: 'url', title: 'Address', type: 'Text' },
  { name: 'secretUrl', title: 'Secret', type: 'Text', sensitive: true },
  { name: 'key', title: 'Key', type: 'Password' },
  { name: 'region', title: 'Region', type: 'Select', values: [{ text: 'A', value: 'a' }] },
]
const egressRules = (...egress: unknown[]) =>
  rulesOf({ name: 'acme/app', version: '1.0.0', app: { fields }, platform: { egress } })

it('a manifest that does not say where the application sends data is warned', () => {
  for (const platform of [undefined, {}]) {
    const { manifest, warnings } = checkManifest({ name: 'acme/app', version: '1.0.0', ...(platform && { platform }) })
    expect(manifest).toBeDefined()
    expect(warnings.map(({ rule }) => rule)).toEqual(['egress.undeclared'])
  }
  expect(egressRules()).toEqual([])
})

it('a host is a name of at least two labels, its port a port, and each entry says its purpose', () => {
  expect(egressRules({ host: '*.vin.example', port: 8443, purpose: 'p', personalData: true })).toEqual([])
  expect(egressRules({ host: '10.0.0.1', port: 0 })).toEqual([
    'egress.purpose.missing /platform/egress/0/purpose',
    'egress.host.invalid /platform/egress/0/host',
    'egress.port.invalid /platform/egress/0/port',
  ])
  expect(egressRules('vin.example')).toEqual(['manifest.type.invalid /platform/egress/0'])
  expect(egressRules({ purpose: 'p' })).toEqual(['egress.host.invalid /platform/egress/0/host'])
})

it('a setting is a plain Text setting of the manifest', () => {
  const setting = (name: unknown) => egressRules({ setting: name, purpose: 'p' })
  expect(setting('url')).toEqual([])
  for (const unknown of ['uri', 'region', '', 7, null])
    expect(setting(unknown), String(unknown)).toEqual(['egress.setting.unknown /platform/egress/0/setting'])
  for (const secret of ['secretUrl', 'key'])
    expect(setting(secret)).toEqual(['egress.setting.write-only /platform/egress/0/setting'])
})

it('an entry given twice is a warning, more than 100 are an error', () => {
  const twice = [
    { host: 'a.example', purpose: 'p' },
    { host: 'A.example', port: 443, purpose: 'q' },
  ]
  expect(egressRules(...twice)).toEqual(['egress.entry.duplicate /platform/egress/1'])
  const many = Array.from({ length: 101 }, (_, index) => ({ host: `a${index}.example`, purpose: 'p' }))
  expect(egressRules(...many)).toEqual(['egress.count /platform/egress'])
})
