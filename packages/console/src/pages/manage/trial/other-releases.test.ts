import { expect, it } from 'vitest'
import { otherReleases } from './other-releases.ts'

it('what is run already, was never LIVE or was withdrawn is not offered for a trial', () => {
  const live = '2026-01-01T00:00:00.000Z'
  const releases = [
    { id: 'own', liveAt: live, state: 'SUPERSEDED' },
    { id: 'new', liveAt: null, state: 'CHECKED' },
    { id: 'mistaken', liveAt: live, state: 'WITHDRAWN' },
    { id: 'next', liveAt: live, state: 'LIVE' },
  ] as const
  expect(otherReleases(releases, { release: { id: 'own', version: '1.0.0' } }).map(({ id }) => id)).toEqual(['next'])
})
