import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConfigurationInput } from './settings-input.ts'

it('takes settings from a file and lets single ones win; clearing is null', () => {
  const dir = mkdtempSync(join(tmpdir(), 'mkt-settings-'))
  writeFileSync(join(dir, 's.json'), '{"a":"1","b":"2"}')
  const input = readConfigurationInput(dir, { settings: 's.json', setting: ['b=x=y', 'c='], clear: ['d'] })
  rmSync(dir, { recursive: true })
  expect(input).toEqual({ settings: { a: '1', b: 'x=y', c: '', d: null }, mappings: undefined })
})

it('refuses what is not name=value', () => {
  expect(() => readConfigurationInput('.', { setting: ['novalue'] })).toThrow('not name=value')
})
