import { expect, it } from 'vitest'
import { showTrace } from './show-trace.ts'

it('a trace is a timeline with offsets and durations, failures marked', () => {
  const step = { at: '2026-11-17T10:00:00.000Z', status: null, code: null, requestId: null, installationId: null }
  const lines = showTrace({
    traceId: 'abc',
    startedAt: step.at,
    durationMs: 70,
    cut: true,
    steps: [
      {
        ...step,
        kind: 'event',
        id: 'evt_1',
        offsetMs: 0,
        durationMs: null,
        failed: false,
        title: 'Event',
        listingId: null,
      },
      {
        ...step,
        kind: 'attempt',
        id: 'dlv_1',
        offsetMs: 10,
        durationMs: 60,
        failed: true,
        title: 'Attempt 1',
        listingId: null,
      },
    ],
  })
  expect(lines).toEqual([
    'Trace abc, began 2026-11-17T10:00:00.000Z, 70 ms',
    '',
    'start   took   step      what happened',
    '+0 ms          event     Event',
    '+10 ms  60 ms  delivery  ! Attempt 1',
    '',
    'More records belong to this trace than are shown.',
  ])
})
