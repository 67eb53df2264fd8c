import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Refusal } from '../../../testing/fake-api.ts'
import { acme, member } from '../../../testing/people.ts'
import { show } from '../../../testing/render.tsx'
import { listing, release } from '../../../testing/things.ts'
import { ReleasePromotion } from './release-promotion.tsx'

const next = release({ id: 'release_2', version: '1.3.0', followed: false, current: true }) as never
const running = {
  id: 'promotion_1',
  releaseId: 'release_2',
  state: 'RUNNING' as const,
  waves: [5, 25, 100],
  wave: 1,
  everyHours: 24,
  gates: {},
  reason: null,
  nextWaveAt: '2126-03-02T10:00:00.000Z',
  installations: { total: 40, given: 10, taken: 9 },
  health: { before: { requests: 1000, failed: 10 }, after: { requests: 200, failed: 1 } },
  createdAt: '2026-03-01T10:00:00.000Z',
  endedAt: null,
}

it('shows the wave and the health of both releases, and one button stops it', async () => {
  const { api, user } = show(<ReleasePromotion release={next} />, {
    as: member('owner'),
    answers: {
      getPromotion: running,
      getListing: listing({ organization: { ...acme, verifiedDomains: [] } }),
      stopPromotion: { ...running, state: 'HALTED' as const, nextWaveAt: null },
    },
  })
  expect(await screen.findByText('2 of 3: 25 %')).toBeTruthy()
  expect(screen.getByText('1.00 %')).toBeTruthy()
  expect(screen.getByText('0.50 %')).toBeTruthy()
  // What is yet to come is never told as past.
  expect(screen.getByText(/2 Mar 2126/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Stop and roll back' }))
  await user.click(screen.getAllByRole('button', { name: 'Stop and roll back' }).at(-1) as HTMLElement)
  await expect.poll(() => api.asked).toContain('stopPromotion')
})

it('without a promotion offers to begin one, to those who may promote', async () => {
  const answers = {
    getPromotion: new Refusal(404, 'not_found', 'none'),
    getListing: listing({ organization: { ...acme, verifiedDomains: [] } }),
    promoteRelease: release() as never,
  }
  const { api, user } = show(<ReleasePromotion release={next} />, { as: member('owner'), answers })
  await user.click(await screen.findByRole('button', { name: 'Promote in waves' }))
  await expect
    .poll(() => api.requests.find(({ operation }) => operation === 'promoteRelease')?.body)
    .toEqual({ waves: [5, 25, 100], everyHours: 24 })
})

it('a promotion begins with the limits of trials that were given, and with no other', async () => {
  const answers = {
    getPromotion: new Refusal(404, 'not_found', 'none'),
    getListing: listing({ organization: { ...acme, verifiedDomains: [] } }),
    promoteRelease: release() as never,
  }
  const { api, user } = show(<ReleasePromotion release={next} />, { as: member('owner'), answers })
  await user.type(await screen.findByLabelText('Max. increase, %'), '5')
  await user.click(screen.getByRole('button', { name: 'Promote in waves' }))
  await expect
    .poll(() => api.requests.find(({ operation }) => operation === 'promoteRelease')?.body)
    .toEqual({ waves: [5, 25, 100], everyHours: 24, gates: { maxIncrease: 5 } })
})
