import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isNoChange, readConfigurationChange } from './configuration-change.ts'

it('takes settings from a file and lets single ones win; clearing is null', () => {
  const dir = mkdtempSync(join(tmpdir(), 'mkt-settings-'))
  writeFileSync(join(dir, 's.json'), '{"a":"1","b":"2"}')
  const change = readConfigurationChange(dir, { settings: 's.json', setting: ['b=x=y', 'c='], clear: ['d'] })
  rmSync(dir, { recursive: true })
  expect(change).toEqual({ settings: { a: '1', b: 'x=y', c: '', d: null }, mapped: [], mappings: undefined })
})

it('takes single mapped fields, whose path may hold colons and equal signs', () => {
  const path = "$[?(@.name=='auto')].policyConfiguration.fields[?(@.name=='a:b')]"
  expect(readConfigurationChange('.', { mapping: [`auto:vin=${path}`, 'auto:model='] }).mapped).toEqual([
    { productName: 'auto', field: 'vin', path },
    { productName: 'auto', field: 'model', path: '' },
  ])
})

it('refuses what is not name=value, or not product:field=path', () => {
  expect(() => readConfigurationChange('.', { setting: ['novalue'] })).toThrow('not name=value')
  expect(() => readConfigurationChange('.', { mapping: ['vin=x'] })).toThrow('not product:field=path')
})

it('knows when nothing was given', () => {
  expect(isNoChange(readConfigurationChange('.', {}))).toBe(true)
  expect(isNoChange(readConfigurationChange('.', { clear: ['a'] }))).toBe(false)
})
