import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { publisher } from '../../../testing/people.ts'
import { visit } from '../../../testing/render.tsx'
import { listing, release, whole } from '../../../testing/things.ts'
import { publish } from '../../../texts/publish.ts'

const texts = publish.releases

function showRollback(state: 'PENDING' | 'FAILED') {
  const returning = release({
    id: 'release_0',
    version: '1.1.0',
    state: 'SUPERSEDED',
    rollback: { state, askedAt: '2026-03-01T10:00:00.000Z', reason: null },
  })
  const answers = {
    getListing: listing({ own: true, state: 'DRAFT' }),
    getRelease: release(),
    getInstalls: { releases: [], failing: [] },
    listReleases: whole(release(), returning),
  }
  visit('/publish/listing_1/releases', { as: publisher('developer'), answers })
}

it('a release that is being returned to says so and cannot be asked for twice', async () => {
  showRollback('PENDING')
  await screen.findByText(texts.rollbackPending)
  expect(screen.queryByRole('button', { name: new RegExp(texts.rollback) })).toBeNull()
})

it('a return that failed says so and can be asked for again', async () => {
  showRollback('FAILED')
  await screen.findByText(texts.rollbackFailed)
  expect(screen.getByRole('button', { name: new RegExp(texts.rollback) })).toBeDefined()
})

it('a release that somebody runs says why it cannot be withdrawn', async () => {
  const counted = { total: 2, own: 0, states: [], errors: [], failures: [] }
  visit('/publish/listing_1/releases', {
    as: publisher('developer'),
    answers: {
      getListing: listing({ own: true, state: 'DRAFT' }),
      getRelease: release(),
      getInstalls: {
        releases: [{ release: { id: 'release_1', version: '1.2.0', state: 'LIVE' as const }, ...counted }],
        failing: [],
      },
      listReleases: whole(release()),
    },
  })
  const named = { name: `${texts.withdraw}: 1.2.0`, description: texts.stillRun(2) }
  const refused = await screen.findByRole('button', named)
  expect(refused.getAttribute('aria-disabled')).toBe('true')
})

it('only an older release is rolled back to; a newer one is made live again', async () => {
  const newer = release({ id: 'release_2', version: '1.3.0', state: 'SUPERSEDED', current: false, followed: false })
  const older = release({ id: 'release_0', version: '1.1.0', state: 'SUPERSEDED', current: false, followed: false })
  visit('/publish/listing_1/releases', {
    as: publisher('developer'),
    answers: {
      getListing: listing({ own: true, state: 'DRAFT' }),
      getRelease: release(),
      getInstalls: { releases: [], failing: [] },
      listReleases: whole(newer, release(), older),
    },
  })
  await screen.findByRole('button', { name: `${texts.goForward}: 1.3.0` })
  screen.getByRole('button', { name: `${texts.rollback}: 1.1.0` })
  expect(screen.queryByRole('button', { name: `${texts.rollback}: 1.3.0` })).toBeNull()
})
