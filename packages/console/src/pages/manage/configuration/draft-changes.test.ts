import type { Manifest } from '@mkt/manifest'
import { expect, it } from 'vitest'
import { draftChanges } from './draft-changes.ts'

const manifest = {
  name: 'acme/app',
  version: '1.0.0',
  app: {
    fields: [
      {
        name: 'region',
        title: 'Region',
        type: 'Select',
        values: [
          { text: 'Europe', value: 'eu' },
          { text: 'America', value: 'na' },
        ],
      },
      { name: 'note', title: 'Note', type: 'Text' },
      { name: 'daily', title: 'Daily', type: 'Boolean' },
      { name: 'key', title: 'API key', type: 'Password' },
    ],
  },
  platform: { fields: [{ name: 'vin', title: 'Vehicle number' }] },
} as unknown as Manifest
const opened = { settings: { region: 'eu', note: '' }, mappings: [] }

it('a draft that says the same as what is saved changes nothing', () => {
  expect(draftChanges(manifest, opened, { settings: { region: 'eu', key: '' }, mappings: [] })).toEqual([])
})

it('changes are told in the labels of the release, and of a secret only what happens to it', () => {
  const mappings = [{ productName: 'Motor', fields: { vin: 'no known path' } }] as never
  const changes = draftChanges(manifest, opened, {
    settings: { region: 'na', note: 'x', daily: 'true', key: 'sesame' },
    mappings,
  })
  expect(changes).toEqual([
    { id: 'region', title: 'Region', before: 'Europe', after: 'America' },
    { id: 'note', title: 'Note', before: null, after: 'x' },
    { id: 'daily', title: 'Daily', before: null, after: 'Yes' },
    { id: 'key', title: 'API key', before: null, after: null, secret: 'entered' },
    { id: '["Motor","vin"]', title: 'Motor › Vehicle number', before: null, after: 'no known path' },
  ])
  expect(JSON.stringify(changes)).not.toContain('sesame')
  expect(draftChanges(manifest, opened, { ...opened, settings: { ...opened.settings, key: null } })).toMatchObject([
    { secret: 'cleared' },
  ])
})
