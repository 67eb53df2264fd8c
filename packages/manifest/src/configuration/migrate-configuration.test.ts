import { expect, it } from 'vitest'
import type { Manifest, Setting } from '../manifest.ts'
import { emptyConfiguration, type StoredConfiguration } from './configuration.ts'
import { migrateConfiguration } from './migrate-configuration.ts'

const text = (name: string, more: Partial<Setting> = {}): Setting => ({ name, title: name, type: 'Text', ...more })
const release = (...fields: Setting[]): Manifest => ({ name: 'acme/app', version: '1.1.0', app: { fields } })
const held = { a: { updatedAt: '2026-01-01T00:00:00.000Z' } }
const values = [{ text: 'One', value: '1' }]

function needs(stored: Partial<StoredConfiguration>, manifest: Manifest): string[] {
  return migrateConfiguration({ ...emptyConfiguration, ...stored }, manifest).problems.map((problem) => problem.rule)
}

it('a new required setting needs configuration, a new optional one does not', () => {
  expect(needs({}, release(text('a', { required: true })))).toEqual(['setting.required.missing'])
  expect(needs({}, release(text('a')))).toEqual([])
  expect(needs({ settings: { a: 'x' } }, release(text('a', { required: true })))).toEqual([])
  expect(needs({ held }, release(text('a', { required: true, type: 'Password' })))).toEqual([])
})

it('a selected value that is no longer offered needs configuration', () => {
  expect(needs({ settings: { a: '2' } }, release(text('a', { type: 'Select', values })))).toEqual([
    'setting.value.not-offered',
  ])
  expect(needs({ settings: { a: '1' } }, release(text('a', { type: 'Select', values })))).toEqual([])
})

it('a write-only value is never compared with what is offered', () => {
  expect(needs({ held }, release(text('a', { type: 'Select', values, sensitive: true })))).toEqual([])
  expect(needs({ held }, release(text('a', { type: 'Select', values })))).toEqual([])
})

it('a setting that would be hidden needs nothing', () => {
  expect(needs({}, release(text('b'), text('a', { required: true, visibleWhen: { name: 'b', equals: 'x' } })))).toEqual(
    [],
  )
})

it('a new required mapping field needs configuration', () => {
  const manifest: Manifest = { ...release(), platform: { fields: [{ name: 'vin', title: 'VIN', required: true }] } }
  expect(needs({}, manifest)).toEqual(['mapping.required.missing'])
})
