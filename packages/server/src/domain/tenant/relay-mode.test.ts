import { expect, it } from 'vitest'
import { isolatedWay, tenantWay } from './relay-mode.ts'

it('the narrower of what the customer allows and what the manifest asks for counts', () => {
  expect(tenantWay('write', 'write')).toBe('write')
  expect(tenantWay('write', 'read')).toBe('read')
  expect(tenantWay('read', 'write')).toBe('read')
  expect(tenantWay('read', 'read')).toBe('read')
})

it('an application that asks for no access gets none, whatever the customer allows', () => {
  for (const relay of ['off', 'read', 'write'] as const) expect(tenantWay(relay, 'none')).toBe('none')
})

it('without the relay an application gets the token itself', () => {
  for (const asked of ['read', 'write'] as const) expect(tenantWay('off', asked)).toBe('direct')
})

it('a release on trial reads at most', () => {
  expect((['none', 'read', 'write'] as const).map(isolatedWay)).toEqual(['none', 'read', 'read'])
})
