import { expect, it } from 'vitest'
import { apiAddress, ruledPaths, splitRelayTarget, upstreamPath } from './relay-address.ts'

const id = `ins_${'0'.repeat(26)}`
const asked = (target: string, apiUrl: string) => {
  const split = splitRelayTarget(target)
  if (split === undefined) return undefined
  return upstreamPath(split, apiAddress(apiUrl)) + split.query
}

it('a path below the installation is one below the address of the API', () => {
  expect(asked(`/${id}/policy/1?a=b`, 'https://policy.test')).toBe('/policy/1?a=b')
  expect(asked(`/${id}/policy/1`, 'https://policy.test/api/v2/')).toBe('/api/v2/policy/1')
  expect(asked(`/${id}`, 'https://policy.test/api')).toBe('/api')
  expect(asked(`/${id}?a`, 'https://policy.test')).toBe('/?a')
  expect(asked(`/${id}//policy/1`, 'https://policy.test')).toBe('//policy/1')
})

it('a path without the installation is one of the policy system’s origin', () => {
  expect(asked('/policy/1', 'https://policy.test/api')).toBe('/policy/1')
  expect(splitRelayTarget('/policy/1')?.installationId).toBeUndefined()
  expect(splitRelayTarget(`/${id}x/1`)?.installationId).toBeUndefined()
})

it('a target that readers understand differently is refused', () => {
  for (const target of [`/${id}/../other`, `/${id}/%2e%2e/x`, `/${id}/a\\b`, '*', `/${id}/%zz`])
    expect(asked(target, 'https://policy.test')).toBeUndefined()
})

const api = 'https://policy.test/api'
const ruled = (target: string, apiUrl = api) => {
  const nowhere = { installationId: undefined, path: '', query: '' }
  return ruledPaths(splitRelayTarget(target) ?? nowhere, apiAddress(apiUrl))
}

it('rules are about the path below the address of the API, whichever way it was asked for', () => {
  expect(ruled(`/${id}/account/authenticate`)).toEqual(['/account/authenticate'])
  expect(ruled('/api/account/authenticate')).toEqual(['/account/authenticate'])
  expect(ruled('/apiary')).toEqual(['/apiary'])
  expect(ruled(`/${id}`)).toEqual(['/'])
})

it('the address of the API may have escapes itself', () => {
  const address = 'https://policy.test/my%20api'
  expect(ruled(`/${id}/policy/search`, address)).toEqual(['/policy/search', '/policy/search'])
  expect(ruled(`/${id}/%61ccount/authenticate`, address)).toContain('/account/authenticate')
})

it.each([
  `/${id}//account/%61uthenticate`,
  `/${id}/account;x=1/authenticate`,
  `/${id}/account;x%0a/authenticate`,
  `/${id}/%61ccount/authenticate`,
  `/${id}/%2561ccount/authenticate`,
  `/${id}/%252561ccount/authenticate`,
  '/%61pi/account/authenticate',
  '/%2561pi/account/authenticate',
  '//api/account/authenticate',
  '/API/account/authenticate',
])('rules know a path in any spelling that a policy system may read: %s', (target) => {
  expect(ruled(target)).toContain('/account/authenticate')
})
