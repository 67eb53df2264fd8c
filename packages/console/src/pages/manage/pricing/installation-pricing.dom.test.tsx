import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { visit } from '../../../testing/render.tsx'
import { call, installation, listing, whole } from '../../../testing/things.ts'
import { activityTexts } from '../../../texts/activity.ts'

const at = '2026-03-01T10:00:00.000Z'
const priced = {
  ...{ id: 'cal_1', at, installationId: 'installation_1', releaseId: 'release_1', version: '1.2.0' },
  ...{ releaseDigest: `sha256:${'0'.repeat(64)}`, revision: 2, path: '/rate', status: 200, code: null, fallback: null },
  ...{ policyLocator: '100002122', product: 'personal-auto', operation: 'quote', currency: 'EUR', total: 120 },
  perils: [],
}

it('a press anywhere in a row of the pricing record opens the call that was priced', async () => {
  const { user, router } = visit('/manage/installations/installation_1/pricing', {
    answers: {
      ...{ getInstallation: installation({ answers: ['rater'] }), getListing: listing(), listPricing: whole(priced) },
      ...{ listActivity: whole(), getCall: call({ id: 'cal_1' }) },
      getDeliverySummary: { waiting: 0, dead: 0, failingSince: null, paused: null },
      getTraffic: { marks: [], from: at, stepSeconds: 900, points: [] },
      getCallFigures: { from: at, p95Ms: null, kinds: [] },
      getCallPayload: { request: '{}', answer: '{}', cut: false },
      getActivity: {
        ...{ id: 'cal_1', kind: 'rater' as const, installationId: 'installation_1', at, name: 'POST /rate' },
        ...{ path: '/rate', state: null, outcome: 'ok' as const, status: 200, code: null, fallback: null, test: false },
        ...{ durationMs: 12, attempts: 1, requestId: null, traceId: null, locators: [], request: null },
      },
    },
  })
  await user.click(await screen.findByText('personal-auto'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/manage/installations/installation_1/activity'))
  expect(router.state.location.search).toMatchObject({ open: 'cal_1' })
  await screen.findByRole('dialog', { name: activityTexts.one.call })
})
