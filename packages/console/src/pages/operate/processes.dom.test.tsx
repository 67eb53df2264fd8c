import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../testing/render.tsx'
import { Processes } from './processes.tsx'

const now = Date.now()
const process = (state: 'up' | 'silent', secondsAgo: number) => ({
  id: `process_${state}`,
  host: `host-${state}`,
  roles: ['worker' as const],
  version: '1.0.0',
  state,
  startedAt: new Date(now - 3_600_000).toISOString(),
  seenAt: new Date(now - secondsAgo * 1000).toISOString(),
  engine: null,
  quarantine: null,
  demo: null,
})

it('tells of a silent process when its last heartbeat was', async () => {
  const health = {
    ready: true,
    database: 'up' as const,
    parts: [],
    processes: [process('up', 3), process('silent', 45)],
  }
  show(<Processes health={health} />)
  await screen.findByText('host-up')
  const heartbeats = screen.getAllByText(/^Last heartbeat/).map((one) => one.textContent)
  expect(heartbeats).toEqual([expect.stringMatching(/^Last heartbeat 4[4-9] s ago$/)])
})
