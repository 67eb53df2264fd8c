import { expect, it } from 'vitest'
import { type Caller, nobody } from '../../domain/accounts/caller.ts'
import { createStreamShares } from './stream-shares.ts'

const key = (keyId: string, organizationId = 'o'): Caller => ({
  kind: 'key',
  keyId,
  clientId: 'c',
  organizationId,
  organizationName: 'o',
  scopes: [],
  sessionId: null,
})

it('refuses the caller who has too many streams open, and nobody else', () => {
  const shares = createStreamShares(2)
  const frees = [shares.take(key('a')), shares.take(key('a'))]
  expect(() => shares.take(key('a'))).toThrow('2 streams open')
  shares.take(key('b'))
  shares.take(nobody)
  frees[0]?.()
  frees[0]?.()
  shares.take(key('a'))
  expect(() => shares.take(key('a'))).toThrow('2 streams open')
})

it('limits the streams of all keys of an organization together', () => {
  const shares = createStreamShares(2, 3)
  const frees = ['a', 'b', 'c'].map((id) => shares.take(key(id)))
  expect(() => shares.take(key('d'))).toThrow('The keys of your organization have 3 streams open')
  shares.take(key('a', 'another'))
  frees[1]?.()
  shares.take(key('d'))
})
