import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Call } from '../../../queries/activity/calls.ts'
import { visit } from '../../../testing/render.tsx'
import { call, installation, listing, release, whole } from '../../../testing/things.ts'
import { manage } from '../../../texts/manage.ts'

const offer = {
  releaseId: 'release_2',
  version: '2.0.0',
  reason: 'major' as const,
  problems: [],
  asks: [],
  notes: '',
  notesHtml: '',
}
const figures = {
  getInstallation: installation({ offer }),
  getListing: listing(),
  listInstallationLog: whole(),
  listDeliveries: whole(),
  getRelease: release(),
  getDeliverySummary: { waiting: 0, dead: 0, failingSince: null, paused: null },
  getLedgerSummary: { reads: 0, firstAt: null, lastAt: null },
}

const callFigures = {
  from: '2026-03-01T10:00:00.000Z',
  p95Ms: 70,
  kinds: [{ kind: 'rater' as const, calls: 12, failed: 2, p50Ms: 9, p95Ms: 80, requestBytes: 100, answerBytes: 100 }],
}

it('an upgrade that was taken is offered no longer', async () => {
  const { user } = visit('/manage/installations/installation_1', {
    answers: {
      ...figures,
      upgradeInstallation: installation({ offer: null, target: { id: 'release_2', version: '2.0.0' } }),
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Upgrade to 2.0.0' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Upgrade to 2.0.0' }))
  await waitFor(() => expect(screen.queryByText('Version 2.0.0 is available')).toBeNull())
  await screen.findByText('Upgrading to')
})

it('tells how to attach a rater until it was asked for a price, and then when that was', async () => {
  const rater = installation({ externalRaters: ['mkt_rater'], answers: ['rater'] })
  const show = (...calls: Call[]) =>
    visit('/manage/installations/installation_1', {
      answers: { ...figures, getInstallation: rater, getCallFigures: callFigures, listCalls: whole(...calls) },
    })
  show()
  await screen.findByRole('heading', { name: manage.installation.rater })
  show(call())
  await screen.findByRole('heading', { name: manage.installation.raterAttached })
  expect(screen.queryByText(manage.installation.raterText)).toBeNull()
  // Its tiles are about calls, not about events.
  await screen.findByText(manage.glance.failedCalls)
  const tile = screen.getByText('p95').parentElement as HTMLElement
  await within(tile).findByText('70 ms')
  expect(screen.queryByText(manage.glance.lastEvent)).toBeNull()
})
