import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Refusal } from '../../../testing/fake-api.ts'
import { visit } from '../../../testing/render.tsx'
import { installation, listing, release, whole } from '../../../testing/things.ts'
import { common } from '../../../texts/common.ts'
import { trials as texts } from '../../../texts/trials.ts'

const path = '/manage/installations/installation_1/trials'
const shadow = { release: null, running: false, failure: null, calls: 0, dropped: 0, since: null, report: null }
const answers = {
  getInstallation: installation(),
  getListing: listing(),
  listReleases: whole(release({ id: 'release_2', version: '1.3.0' })),
  getSample: { until: null, calls: 0, limit: 5_000, full: false, from: null, to: null },
  getShadow: shadow,
  listTrials: whole(),
  createTrial: new Refusal(409, 'sample_empty', 'There are no calls to try with.'),
}
const waiting = {
  ...{ id: 'trial_1', installationId: 'installation_1', state: 'WAITING', sample: 'pinned', only: {}, gates: {} },
  ...{ release: { id: 'release_2', version: '1.3.0' }, baseline: { id: 'release_1', version: '1.2.0' } },
  ...{ calls: 0, done: 0, failedGates: null, isolation: null, failure: null, report: null, publisherReport: null },
  ...{ createdAt: '2026-03-01T10:00:00.000Z', startedAt: null, endedAt: null },
}
const asked = (api: ReturnType<typeof visit>['api']) =>
  api.requests.find(({ operation }) => operation === 'createTrial')?.body

it('a trial takes every kept call and sends nothing out, unless something else is chosen', async () => {
  const { api, user } = visit(path, { answers: answers as never })
  await user.click(await screen.findByRole('button', { name: texts.run }))
  await waitFor(() => expect(asked(api)).toBeDefined())
  expect(asked(api)).toEqual({ installationId: 'installation_1', gates: {}, openEgress: false })
})

it('a trial is asked for with the calls, gates and ways out that were chosen', async () => {
  const { api, user } = visit(path, { answers: answers as never })
  await user.click(await screen.findByRole('combobox', { name: texts.which }))
  await user.click(await screen.findByRole('option', { name: texts.samples.recordings }))
  await user.type(screen.getByLabelText(texts.maxCalls), '500')
  await user.type(screen.getByLabelText(texts.policies), '100002122, 100002123')
  await user.type(screen.getByLabelText(common.days.from), '2026-11-01')
  await user.type(screen.getByLabelText(texts.maxIncrease), '5')
  await user.click(screen.getByLabelText(texts.openEgress))
  await user.click(screen.getByRole('button', { name: texts.run }))
  await waitFor(() => expect(asked(api)).toBeDefined())
  expect(asked(api)).toEqual({
    installationId: 'installation_1',
    sample: 'recordings',
    only: { from: expect.stringContaining('2026-1'), maxCalls: 500, policies: ['100002122', '100002123'] },
    gates: { maxIncrease: 5 },
    openEgress: true,
  })
})

it('a release that is not offered yet is tried by its id', async () => {
  const { api, user } = visit(path, { answers: { ...answers, listReleases: whole() } as never })
  const run = await screen.findByRole('button', { name: texts.run })
  expect(run).toHaveProperty('disabled', true)
  await user.type(screen.getByLabelText(texts.releaseId), ' release_9 ')
  await user.click(run)
  await waitFor(() => expect(asked(api)).toBeDefined())
  expect(api.requests.find(({ operation }) => operation === 'createTrial')?.params).toMatchObject({ id: 'release_9' })
})

it('a trial that was begun is there again, and is no draft once it was asked for', async () => {
  const { user } = visit(path, { answers: answers as never })
  await user.type(await screen.findByLabelText(texts.maxIncrease), '5')
  await user.type(screen.getByLabelText(texts.policies), '100')
  const again = visit(path, { answers: { ...answers, createTrial: waiting, getTrial: waiting } as never })
  expect(await screen.findByLabelText(texts.maxIncrease)).toHaveProperty('value', '5')
  expect(screen.getByLabelText(texts.policies)).toHaveProperty('value', '100')
  await again.user.click(screen.getByRole('button', { name: texts.run }))
  await waitFor(() => expect(localStorage.getItem('mkt.draft.person_owner.trial.installation_1')).toBeNull())
})
