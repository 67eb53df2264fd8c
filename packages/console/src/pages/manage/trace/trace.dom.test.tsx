import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Refusal } from '../../../testing/fake-api.ts'
import { visit } from '../../../testing/render.tsx'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const step = {
  at: '2026-11-17T10:00:00.000Z',
  failed: false,
  code: null,
  status: 200,
  requestId: null,
  installationId: null,
  listingId: 'lst_1',
}
const trace = {
  traceId,
  startedAt: step.at,
  durationMs: 80,
  cut: false,
  steps: [
    { ...step, kind: 'event' as const, id: 'evt_1', offsetMs: 0, durationMs: null, title: 'Event accepted' },
    {
      ...step,
      kind: 'attempt' as const,
      id: 'dlv_1',
      offsetMs: 20,
      durationMs: 60,
      failed: true,
      title: 'Attempt 1 answered 500',
      installationId: 'ins_1',
    },
    {
      ...{
        ...step,
        kind: 'hook' as const,
        id: 'ent_1',
        offsetMs: 25,
        durationMs: 2,
        title: 'The "install" hook answered 200',
      },
      installationId: 'ins_1',
    },
    { ...step, kind: 'log' as const, id: '7', offsetMs: 30, durationMs: null, title: 'it broke' },
  ],
}

it('a trace shows every step in order, how long it took, and leads to the record', async () => {
  visit(`/traces/${traceId}`, { answers: { getTrace: trace } })
  const rows = within(await screen.findByRole('table', { name: 'Steps' })).getAllByRole('row')
  expect(rows.slice(1).map((row) => row.textContent)).toEqual([
    expect.stringContaining('+0 msEventEvent accepted'),
    expect.stringContaining('+20 msDelivery FailedAttempt 1 answered 500'),
    expect.stringContaining('+25 msHookThe "install" hook'),
    expect.stringContaining('+30 msLogit broke'),
  ])
  expect(screen.getByRole('link', { name: 'Delivery' }).getAttribute('href')).toBe(
    '/manage/installations/ins_1/activity?open=dlv_1',
  )
  expect(screen.getByRole('link', { name: 'Hook' }).getAttribute('href')).toBe(
    '/manage/installations/ins_1/activity?open=ent_1',
  )
  screen.getByRole('img', { name: 'Began 20 ms after the start, took 60 ms' })
})

it('a trace of somebody else is not found', async () => {
  const refusal = new Refusal(404, 'not_found', 'There is no such trace, or nothing of it is yours.')
  visit(`/traces/${traceId}`, { answers: { getTrace: refusal } })
  await screen.findByText(/nothing of it is yours|not found|does not exist/i)
})
