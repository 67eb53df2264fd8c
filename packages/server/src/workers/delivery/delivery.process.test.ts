import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fillDisk } from '../../testing/chaos/fill-disk.ts'
import { startFlow } from '../../testing/chaos/flow.ts'
import { inspect, settle } from '../../testing/chaos/inspect.ts'
import { runChaos } from '../../testing/chaos/run-chaos.ts'
import { startScene } from '../../testing/chaos/scene.ts'
import { mountSmallDisk } from '../../testing/chaos/small-disk.ts'
import { eventually } from '../../testing/run/eventually.ts'

/** Whether a file system may be mounted here: only then can a disk be filled without filling everybody's. */
function mayMount(): boolean {
  const disk = mountSmallDisk(join(tmpdir(), `mkt-mount-${process.pid}`))
  disk?.unmount()
  return disk !== undefined
}

test('whatever is killed, every acknowledged event arrives at least once and none is invented', async () => {
  const report = await runChaos({ kills: 8, events: 150, rate: 60, seed: 'short run', pauseMs: 300, say: () => {} })
  expect(report.problems).toEqual([])
  expect(report.acknowledged).toBeGreaterThanOrEqual(150)
  expect(report.waiting).toBe(0)
}, 180_000)

test.runIf(mayMount())(
  'while the disk is full events are refused with 503, and taken again without a restart when it has room; nothing acknowledged is lost',
  async () => {
    const scene = await startScene()
    try {
      const { disk, victims } = scene
      if (disk === undefined) throw new Error('the disk could not be mounted')
      const pids = victims.map((victim) => victim.pid())
      const flow = startFlow(scene.plan, 60)
      await eventually(() => expect(flow.acknowledged.size).toBeGreaterThan(20))
      expect(await fillDisk(disk, flow)).toEqual([])
      await flow.stop()
      await settle(scene, () => {})
      const findings = await inspect(scene, flow)
      expect(findings).toMatchObject({ problems: [], waiting: 0, dead: 0 })
      expect(findings.refused).toBeGreaterThan(0)
      expect(findings.acknowledged).toBeGreaterThan(20)
      expect(victims.map((victim) => victim.pid())).toEqual(pids)
    } finally {
      await scene.stop()
    }
  },
  180_000,
)
