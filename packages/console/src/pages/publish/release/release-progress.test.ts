import { expect, it } from 'vitest'
import type { Release } from '../../../queries/release/releases.ts'
import { release } from '../../../testing/things.ts'
import { reachOf, releaseProgress } from './release-progress.ts'

const at = (id: string, total: number) => ({
  ...{ release: { id, version: '1.0.0', state: 'LIVE' as const }, total },
  ...{ own: 0, states: [], errors: [], failures: [] },
})
const of = (change: object) => release(change) as unknown as Release

it('a release says that it is deployed, approved, and followed by how many', () => {
  const reach = reachOf({ releases: [at('release_1', 3), at('release_0', 9)], failing: [] }, 'release_1')
  expect(reach).toEqual({ here: 3, all: 12 })
  expect(releaseProgress(of({}), reach)).toEqual(['Deployed', 'approved', 'followed by 25\u00a0% (3 installations)'])
})

it('a release that nobody approved waits for a moderator, and one that failed is not deployed', () => {
  const reach = { here: 0, all: 12 }
  expect(releaseProgress(of({ approved: false }), reach)).toEqual(['Deployed', 'waits for a moderator'])
  expect(releaseProgress(of({ state: 'CHECKED', approved: false }), reach)).toEqual([
    'Not deployed yet',
    'waits for a moderator',
  ])
  expect(releaseProgress(of({ state: 'FAILED' }), reach)).toEqual(['Could not be deployed'])
})

it('while nobody knows how many follow a release, nothing is said of it', () => {
  expect(releaseProgress(of({}), reachOf(undefined, 'release_1'))).toEqual(['Deployed', 'approved'])
  expect(releaseProgress(of({}), { here: 0, all: 0 })).toEqual(['Deployed', 'approved'])
})
