import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Manifest } from '@mkt/manifest'
import { expect, it } from 'vitest'
import { takeConfiguration, withoutSecrets } from './settings-from.ts'

const manifest: Manifest = {
  name: 'acme/app',
  version: '1.0.0',
  app: {
    fields: [
      { name: 'rate', title: 'Rate', type: 'Number' },
      { name: 'key', title: 'Key', type: 'Password' },
      { name: 'note', title: 'Note', type: 'Text', sensitive: true },
    ],
  },
}
const set = { set: true as const, updatedAt: '2026-01-01T00:00:00Z' }
const mappings = [{ productName: 'auto', fields: { vin: '$' } }]

it('takes what can be read, and keeps or makes up what cannot', () => {
  const from = { settings: { rate: '2', key: set, note: set }, mappings }
  expect(withoutSecrets(manifest, from, { key: 'mine', rate: '1' })).toEqual({
    configuration: { settings: { rate: '2', key: 'mine', note: 'dev-note' }, mappings },
    madeUp: ['note'],
  })
})

it('never takes the value of a setting that this manifest makes a secret, even where it is shown', () => {
  const { configuration } = withoutSecrets(manifest, { settings: { note: 'was plain once' }, mappings: [] }, {})
  expect(JSON.stringify(configuration)).not.toContain('was plain once')
})

it('keeps the configuration that was there before', () => {
  const dir = mkdtempSync(join(tmpdir(), 'mkt-settings-from-'))
  try {
    takeConfiguration(dir, manifest, { settings: { rate: '1' }, mappings: [] }, 'ins_1')
    const lines = takeConfiguration(dir, manifest, { settings: { rate: '2', key: set }, mappings: [] }, 'ins_2')
    expect(lines).toEqual([
      'settings and mappings of ins_2',
      expect.stringContaining('dev.json.before'),
      expect.stringContaining(': key'),
    ])
    expect(JSON.parse(readFileSync(join(dir, '.mkt/dev.json.before'), 'utf8')).settings).toEqual({ rate: '1' })
    expect(JSON.parse(readFileSync(join(dir, '.mkt/dev.json'), 'utf8')).settings).toEqual({ rate: '2', key: 'dev-key' })
  } finally {
    rmSync(dir, { recursive: true })
  }
})
