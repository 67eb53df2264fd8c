import { describe, expect, it } from 'vitest'
import type { KeyRing } from '../platform/key-ring.ts'
import { covers, issueRegistryToken, type RegistryGrant, readRegistryToken, readScopes } from './registry-grant.ts'

const key = { id: 'abcdefgh', secret: Buffer.alloc(32, 1) }
const ring: KeyRing = { current: () => key, find: (id) => (id === key.id ? key : undefined) }
const now = new Date('2026-01-01T00:00:00Z')
const grant: RegistryGrant = {
  clientId: 'mkc_1',
  secretMark: 'mark',
  expiresAt: now.getTime() + 1000,
  access: [{ type: 'repository', name: 'acme/rater', actions: ['pull'] }],
}

describe('the scopes of a request for a token', () => {
  it('come one by one or several in a text, and those of one repository are put together', () => {
    expect(
      readScopes([
        'repository:acme/a:pull repository:acme/b:pull,push',
        'repository:acme/a:push',
        'registry:catalog:*',
      ]),
    ).toEqual([
      { type: 'repository', name: 'acme/a', actions: ['pull', 'push'] },
      { type: 'repository', name: 'acme/b', actions: ['pull', 'push'] },
      { type: 'registry', name: 'catalog', actions: ['*'] },
    ])
  })

  it('are left out where they mean nothing to us', () => {
    expect(readScopes(['', 'nonsense', 'other:a:pull', 'repository:a', 'repository:a:b:c'])).toEqual([])
    expect(readScopes(['repository(plugin):a/b:pull,fly'])).toEqual([
      { type: 'repository', name: 'a/b', actions: ['pull'] },
    ])
  })
})

describe('what a token covers', () => {
  it('is the repository and the action it names, and nothing else', () => {
    const wanted = (name: string, action: 'pull' | 'push') => ({ type: 'repository' as const, name, action })
    expect(covers(grant.access, wanted('acme/rater', 'pull'))).toBe(true)
    expect(covers(grant.access, wanted('acme/rater', 'push'))).toBe(false)
    expect(covers(grant.access, wanted('acme/other', 'pull'))).toBe(false)
    expect(covers(grant.access, { type: 'registry', name: 'catalog', action: '*' })).toBe(false)
  })
})

describe('a registry token', () => {
  it('is read back until it expires', () => {
    const token = issueRegistryToken(ring, grant)
    expect(readRegistryToken(ring, token, now)).toEqual(grant)
    expect(readRegistryToken(ring, token, new Date(grant.expiresAt))).toBeUndefined()
  })

  it('is nothing once a character of it is changed, or when another key signed it', () => {
    const token = issueRegistryToken(ring, grant)
    for (let at = 0; at < token.length; at += 7) {
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
      expect(readRegistryToken(ring, changed, now)).toBeUndefined()
    }
    const other = { id: key.id, secret: Buffer.alloc(32, 2) }
    expect(readRegistryToken({ current: () => other, find: () => other }, token, now)).toBeUndefined()
  })
})
