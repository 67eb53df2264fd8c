import { expect, it } from 'vitest'
import { apiAddress, ruledPath, splitRelayTarget, upstreamPath } from './relay-address.ts'

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

it('rules are about the path below the address of the API, whichever way it was asked for', () => {
  const address = apiAddress('https://policy.test/api')
  const ruled = (target: string) =>
    ruledPath(splitRelayTarget(target) ?? { installationId: undefined, path: '', query: '' }, address)
  expect(ruled(`/${id}/account/authenticate`)).toBe('/account/authenticate')
  expect(ruled('/api/account/authenticate')).toBe('/account/authenticate')
  expect(ruled('/apiary')).toBe('/apiary')
})
