import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { registryLogin } from './registry-login.ts'

const home = mkdtempSync(join(tmpdir(), 'mkt-login-'))
afterAll(() => rmSync(home, { recursive: true }))

const stored = (...logins: [string, string][]) =>
  JSON.stringify({
    auths: Object.fromEntries(logins.map(([at, login]) => [at, { auth: Buffer.from(login).toString('base64') }])),
  })

it('finds what docker login stored, passwords with colons too', () => {
  mkdirSync(join(home, '.docker'))
  writeFileSync(join(home, '.docker/config.json'), stored(['registry.example', 'ann:pass:word']))
  expect(registryLogin({ HOME: home }, 'registry.example')).toEqual({ username: 'ann', password: 'pass:word' })
  expect(registryLogin({ HOME: home }, 'other.example')).toBeUndefined()
})

it('finds what podman login stored, and prefers the file that is named', () => {
  mkdirSync(join(home, 'run/containers'), { recursive: true })
  writeFileSync(join(home, 'run/containers/auth.json'), stored(['pods.example', 'bob:b']))
  writeFileSync(join(home, 'named.json'), stored(['pods.example', 'cy:c']))
  const env = { HOME: home, XDG_RUNTIME_DIR: join(home, 'run') }
  expect(registryLogin(env, 'pods.example')?.username).toBe('bob')
  expect(registryLogin({ ...env, REGISTRY_AUTH_FILE: join(home, 'named.json') }, 'pods.example')?.username).toBe('cy')
})

it('takes a file it cannot read for none', () => {
  writeFileSync(join(home, 'config.json'), '{ "credsStore": ')
  expect(registryLogin({ DOCKER_CONFIG: home, HOME: home }, 'x')).toBeUndefined()
})
