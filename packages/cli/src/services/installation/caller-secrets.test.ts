import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keepCallerSecret, keptCallerSecret } from './caller-secrets.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'mkt-secrets-'))
})
afterEach(() => rmSync(home, { recursive: true }))

const owner = { url: 'https://a.example', installationId: 'ins_1' }

it('keeps a secret for its installation on its platform, readable by its owner alone', () => {
  const env = { XDG_CONFIG_HOME: home }
  keepCallerSecret(env, owner, 'hush')
  expect(keptCallerSecret(env, owner)).toBe('hush')
  expect(keptCallerSecret(env, { ...owner, url: 'https://b.example' })).toBeUndefined()
  expect(keptCallerSecret(env, { ...owner, installationId: 'ins_2' })).toBeUndefined()
  expect(statSync(join(home, 'mkt/caller-secrets.json')).mode & 0o777).toBe(0o600)
  keepCallerSecret(env, owner, undefined)
  expect(keptCallerSecret(env, owner)).toBeUndefined()
})

it('takes a broken file for an empty one: a secret can be made again', () => {
  const env = { XDG_CONFIG_HOME: home }
  keepCallerSecret(env, owner, 'hush')
  writeFileSync(join(home, 'mkt/caller-secrets.json'), '{')
  expect(keptCallerSecret(env, owner)).toBeUndefined()
  keepCallerSecret(env, owner, 'again')
  expect(keptCallerSecret(env, owner)).toBe('again')
})
