import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../testing/render.tsx'
import { Traffic } from './traffic.tsx'

const at = '2026-03-01T12:00:00Z'
const none = { requests: 0, failed: 0, p50Ms: null, p95Ms: null, slowestMs: null }
const some = { requests: 4, failed: 1, p50Ms: 20, p95Ms: 80, slowestMs: 90 }
const traffic = {
  marks: [
    { at, kind: 'release' as const, text: 'Release 1.2.0 runs' },
    { at, kind: 'configuration' as const, text: 'Configuration 4 was saved' },
  ],
  from: at,
  stepSeconds: 60,
  points: [{ at, deliveries: some, calls: none }],
}

it('traffic is shown from the last 15 minutes on, with deploys and configuration changes in words', async () => {
  const { api, user } = show(<Traffic installationId="installation_1" of="deliveries" />, {
    answers: { getTraffic: traffic },
  })
  await screen.findByText('Release 1.2.0 runs', { exact: false })
  await screen.findByText('Configuration 4 was saved', { exact: false })
  expect(api.requests.at(-1)?.query).toEqual({ hours: '24' })
  for (const [label, query] of [
    ['Last 15 minutes', { minutes: '15' }],
    ['Last hour', { minutes: '60' }],
    ['Last 7 days', { hours: '168' }],
  ] as const) {
    await user.click(screen.getByRole('combobox', { name: 'Period' }))
    await user.click(await screen.findByRole('option', { name: label }))
    await waitFor(() => expect(api.requests.at(-1)?.query).toEqual(query))
  }
})
