import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isNoChange, readConfigurationChange } from './configuration-change.ts'
import { placeFiles } from './setting-files.ts'

it('takes settings from a file and lets single ones win; clearing is null', () => {
  const dir = mkdtempSync(join(tmpdir(), 'mkt-settings-'))
  writeFileSync(join(dir, 's.json'), '{"a":"1","b":"2"}')
  const change = readConfigurationChange(dir, { settings: 's.json', setting: ['b=x=y', 'c='], clear: ['d'] })
  rmSync(dir, { recursive: true })
  expect(change).toEqual({ settings: { a: '1', b: 'x=y', c: '', d: null }, files: {}, mapped: [], mappings: undefined })
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

it('takes settings from files as their types say: a file with its name, rows and lines as they are, a key without its line end', () => {
  const dir = mkdtempSync(join(tmpdir(), 'mkt-settings-'))
  writeFileSync(join(dir, 'ca.pem'), 'hi\n')
  const names = ['ca', 'rates', 'key']
  const change = readConfigurationChange(dir, { setting: ['a=1'], settingFile: names.map((name) => `${name}=ca.pem`) })
  rmSync(dir, { recursive: true })
  const fields = [
    { name: 'ca', title: 'CA', type: 'File' },
    { name: 'rates', title: 'Rates', type: 'Table' },
    { name: 'key', title: 'Key', type: 'Password' },
  ] as const
  const manifest = { name: 'acme/a', version: '1.0.0', app: { fields: [...fields] } }
  expect(placeFiles(manifest, change)).toEqual({
    a: '1',
    ca: 'data:application/x-pem-file;name=ca.pem;base64,aGkK',
    rates: 'hi\n',
    key: 'hi',
  })
  expect(isNoChange(change)).toBe(false)
})

it('names a file that is not there', () => {
  expect(() => readConfigurationChange('.', { settingFile: ['rates=nowhere.csv'] })).toThrow(
    'nowhere.csv cannot be read',
  )
})
