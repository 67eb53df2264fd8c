import { expect, it } from 'vitest'
import { judgeRelayed } from './relayed-request.ts'

it('read lets through GET, HEAD and the reading POSTs of the variant, and nothing else', () => {
  expect(judgeRelayed('connected', 'read', 'GET', ['/policy/1'])).toBe('pass')
  expect(judgeRelayed('connected', 'read', 'HEAD', ['/policy/1'])).toBe('pass')
  expect(judgeRelayed('connected', 'read', 'POST', ['/policy/search'])).toBe('pass')
  expect(judgeRelayed('enterprise', 'read', 'POST', ['/policy/t-1/quotes/search'])).toBe('pass')
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'POST'])
    expect(judgeRelayed('connected', 'read', method, ['/policy/1/update'])).toBe('read-only')
  expect(judgeRelayed('enterprise', 'read', 'POST', ['/policy/search'])).toBe('read-only')
  expect(judgeRelayed('connected', 'read', 'PUT', ['/policy/search'])).toBe('read-only')
})

it('write lets everything through but the paths that hand out credentials', () => {
  expect(judgeRelayed('connected', 'write', 'POST', ['/policy/1/update'])).toBe('pass')
  expect(judgeRelayed('connected', 'write', 'POST', ['/account/authenticate'])).toBe('sign-in')
  expect(judgeRelayed('enterprise', 'write', 'POST', ['/auth/tokens'])).toBe('sign-in')
  expect(judgeRelayed('enterprise', 'read', 'GET', ['/auth/users/whoami'])).toBe('pass')
})

it('a path counts by each way to read it', () => {
  expect(judgeRelayed('connected', 'write', 'POST', ['/x/%61', '/account/authenticate'])).toBe('sign-in')
  expect(judgeRelayed('connected', 'read', 'POST', ['/policy/search', '/policy/1'])).toBe('read-only')
  expect(judgeRelayed('connected', 'write', 'POST', ['/x', '/account/renewAuthentication'])).toBe('renew')
})

it('a renewal is answered by the relay, so that no token of the policy system leaves', () => {
  for (const way of ['read', 'write'] as const)
    expect(judgeRelayed('connected', way, 'POST', ['/account/renewAuthentication'])).toBe('renew')
})
