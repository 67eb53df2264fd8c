import { expect, test } from 'vitest'
import { runChaos } from '../testing/chaos/run-chaos.ts'

test('whatever is killed, every acknowledged event arrives at least once and none is invented', async () => {
  const report = await runChaos({ kills: 7, rate: 60, seed: 'short run', pauseMs: 300, say: () => {} })
  expect(report.problems).toEqual([])
  expect(report.acknowledged).toBeGreaterThan(100)
  expect(report.waiting).toBe(0)
}, 180_000)
