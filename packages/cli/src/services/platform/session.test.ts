import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { profilesFile, readProfiles, storeProfile } from './profiles.ts'
import { findCredentials, openSession, platformUrl } from './session.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'mkt-home-'))
})
afterEach(() => rmSync(home, { recursive: true }))

const profile = { url: 'https://a.example', clientId: 'id', apiKey: 'key', organization: { id: 'org_1', name: 'acme' } }
const asking = (env: Record<string, string> = {}, rest: { url?: string; profile?: string } = {}) => ({
  env: { XDG_CONFIG_HOME: home, ...env },
  url: rest.url,
  profile: rest.profile,
})

it('keeps profiles in a file that only its owner may read', () => {
  storeProfile({ XDG_CONFIG_HOME: home }, 'default', profile)
  expect(statSync(profilesFile({ XDG_CONFIG_HOME: home })).mode & 0o777).toBe(0o600)
  storeProfile({ XDG_CONFIG_HOME: home }, 'default', undefined)
  expect(readProfiles({ XDG_CONFIG_HOME: home })).toEqual({})
})

it('says so when the file is not JSON', () => {
  storeProfile({ XDG_CONFIG_HOME: home }, 'default', profile)
  writeFileSync(profilesFile({ XDG_CONFIG_HOME: home }), '{')
  expect(() => readProfiles({ XDG_CONFIG_HOME: home })).toThrow('not valid JSON')
})

it('takes flag before variable before profile, and sends a stored key nowhere else', () => {
  storeProfile({ XDG_CONFIG_HOME: home }, 'default', profile)
  storeProfile({ XDG_CONFIG_HOME: home }, 'work', { ...profile, url: 'https://b.example', clientId: 'other' })
  expect(findCredentials(asking())).toEqual({ url: 'https://a.example', clientId: 'id', apiKey: 'key' })
  expect(findCredentials(asking({}, { profile: 'work' }))).toMatchObject({ clientId: 'other' })
  expect(findCredentials(asking({ MKT_PROFILE: 'work' }))).toMatchObject({ clientId: 'other' })
  expect(findCredentials(asking({ MKT_CLIENT_ID: 'x', MKT_API_KEY: 'y' }))).toMatchObject({
    clientId: 'x',
    url: 'https://a.example',
  })
  expect(findCredentials(asking({ MKT_URL: 'https://evil.example' }))).toBeUndefined()
  expect(platformUrl(asking({ MKT_URL: 'https://c.example/' }, { url: 'https://d.example' }))).toBe('https://d.example')
  expect(() => platformUrl(asking({}, { url: 'nonsense' }))).toThrow('not an address')
})

it('refuses half a key of the variables instead of completing it from the profile', () => {
  storeProfile({ XDG_CONFIG_HOME: home }, 'default', profile)
  expect(() => findCredentials(asking({ MKT_CLIENT_ID: 'x' }))).toThrow('MKT_CLIENT_ID is set and MKT_API_KEY is not')
  expect(() => findCredentials(asking({ MKT_CLIENT_ID: '', MKT_API_KEY: 'y' }))).toThrow(
    'MKT_API_KEY is set and MKT_CLIENT_ID is not',
  )
  // A variable that is set to nothing is not set.
  expect(findCredentials(asking({ MKT_CLIENT_ID: '', MKT_API_KEY: '' }))).toMatchObject({ clientId: 'id' })
})

it('refuses a profile of the command line beside a key of the variables', () => {
  storeProfile({ XDG_CONFIG_HOME: home }, 'work', profile)
  const both = asking({ MKT_CLIENT_ID: 'x', MKT_API_KEY: 'y' }, { profile: 'work' })
  expect(() => findCredentials(both)).toThrow('--profile work names a stored key')
})

it('says why a stored key is not used, and which profiles there are', () => {
  storeProfile({ XDG_CONFIG_HOME: home }, 'default', profile)
  expect(() => openSession(asking({ MKT_URL: 'https://b.example' }))).toThrow(
    'MKT_URL names https://b.example, and the key of the profile "default" is for https://a.example',
  )
  expect(() => openSession(asking({}, { url: 'https://b.example' }))).toThrow('--url names https://b.example')
  expect(() => openSession(asking({}, { profile: 'wrok' }))).toThrow('There are profiles: default.')
})
