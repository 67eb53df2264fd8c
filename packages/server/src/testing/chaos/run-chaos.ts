import { fraction, seededRandom } from '../../lib/random.ts'
import { fillDisk } from './fill-disk.ts'
import { type Flow, startFlow } from './flow.ts'
import { type ChaosFindings, inspect, settle } from './inspect.ts'
import { type ChaosScene, startScene } from './scene.ts'
import { until } from './until.ts'

export interface ChaosOptions {
  kills: number
  /** Events per second to send; what is not acknowledged is not counted. */
  rate: number
  seed: string
  /** Pause between two kills, at most. */
  pauseMs: number
  /** After the kills events flow on until so many are acknowledged. */
  events?: number
  /** When this time is over nothing more is killed, and what happened until then is inspected. */
  limitMs?: number
  say(text: string): void
}

export interface ChaosReport extends ChaosFindings {
  kills: Record<string, number>
}

/**
 * Kills processes at random while events flow, cuts connections and fills the disk, then looks whether the promise was kept: every acknowledged
 * event was delivered at least once or is waiting, none was invented, and ids match.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const scene = await startScene()
  try {
    if (scene.disk === undefined) options.say('nothing may be mounted here, so the disk is not filled')
    const flow = startFlow(scene.plan, options.rate)
    const end = Date.now() + (options.limitMs ?? Number.POSITIVE_INFINITY)
    const { counts, problems } = await killAtRandom(options, scene, flow, end)
    await until(() => flow.acknowledged.size >= (options.events ?? 0), end - Date.now())
    await flow.stop()
    await settle(scene, options.say)
    const findings = await inspect(scene, flow)
    return { kills: counts, ...findings, problems: [...problems, ...findings.problems] }
  } finally {
    await scene.stop()
  }
}

async function killAtRandom(
  options: ChaosOptions,
  scene: ChaosScene,
  flow: Flow,
  end: number,
): Promise<{ counts: Record<string, number>; problems: string[] }> {
  const { disk, victims } = scene
  const random = seededRandom(options.seed)
  const counts: Record<string, number> = {}
  const problems: string[] = []
  const cut = "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'chaos%'"
  const harms: { name: string; do(): unknown }[] = [
    ...victims.map(({ name, kill }) => ({ name, do: kill })),
    { name: 'database', do: scene.killDatabase },
    { name: 'connections', do: () => scene.query(cut).catch(() => []) },
    ...(disk === undefined
      ? []
      : [{ name: 'disk full', do: async () => problems.push(...(await fillDisk(disk, flow))) }]),
  ]
  for (let kill = 0; kill < options.kills && Date.now() < end; kill += 1) {
    await new Promise((resolve) => setTimeout(resolve, fraction(random) * options.pauseMs))
    // Everyone once, then by chance.
    const choice = kill < harms.length ? (kill * 5 + 2) % harms.length : Math.floor(fraction(random) * harms.length)
    const harm = harms[choice]
    if (harm === undefined) continue
    counts[harm.name] = (counts[harm.name] ?? 0) + 1
    await harm.do()
    if ((kill + 1) % 50 === 0)
      options.say(`${kill + 1} of ${options.kills} kills, ${flow.acknowledged.size} events acknowledged`)
  }
  return { counts, problems }
}
