import { stopIsDue } from '../../domain/installation/installation.ts'
import { nextStep, type Step, stepName } from '../../domain/installation/lifecycle.ts'
import { beginStep, noteStep, restInstallation, wishOf } from '../../store/installation/installation-work.ts'
import { type Installation, installationById } from '../../store/installation/installations.ts'
import { releaseById } from '../../store/release/releases.ts'
import type { Changing } from '../platform/change.ts'
import type { Platform } from '../platform/platform.ts'
import { carryOutStop } from './carry-out-stop.ts'
import { type Advancing, type LifeTools, lifeOf } from './installation-life.ts'
import { runStep } from './run-step.ts'
import { settleStep } from './settle-step.ts'

/**
 * Goes on with an installation until there is nothing to do, or only to wait. The caller holds its lease. Each round
 * reads the facts, decides the step, does it, and writes the outcome unless somebody wants something else by then.
 */
export async function advanceInstallation(
  platform: Changing & Pick<Platform, 'changes' | 'log' | 'vault' | 'spans' | 'keyRing' | 'addresses' | 'policy'>,
  tools: LifeTools,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const found = await load(platform, id)
    if (!found) return
    const { installation } = found
    if (stopIsDue(installation.state, installation.stopWanted)) {
      await carryOutStop(platform, id)
      continue
    }
    const step = nextStep(lifeOf(found))
    if (step.kind === 'rest') {
      if (await restInstallation(platform.db, installation)) return
      continue
    }
    const current = await begun(platform, installation, step)
    if (!current) continue
    const result = await whileWanted(platform, current, signal, (wanted) =>
      runStep(platform, tools, { ...found, installation: current }, step, wanted),
    )
    if (result === undefined) continue
    if ('wait' in result) {
      const { afterMs, ...note } = result.wait
      const dueAt = new Date(platform.clock.now().getTime() + afterMs)
      return noteStep(platform.db, id, current.wish, { ...note, dueAt })
    }
    await settleStep(platform, { ...found, installation: current }, step, result)
  }
}

async function load(platform: Pick<Platform, 'db'>, id: string): Promise<Advancing | undefined> {
  const installation = await installationById(platform.db, id)
  if (!installation) return undefined
  const [release, target] = await Promise.all([
    releaseById(platform.db, installation.releaseId),
    installation.targetReleaseId === null ? undefined : releaseById(platform.db, installation.targetReleaseId),
  ])
  if (!release) throw new Error(`release ${installation.releaseId} of ${id} is gone`)
  return { installation, release, target }
}

/** The installation with the step begun, or undefined when somebody wants something else by now. */
async function begun(
  platform: Pick<Platform, 'clock' | 'db'>,
  installation: Installation,
  step: Step,
): Promise<Installation | undefined> {
  const name = stepName(step)
  if (installation.step === name) return installation
  const now = platform.clock.now()
  if (!(await beginStep(platform.db, installation.id, installation.wish, name, now))) return undefined
  return { ...installation, step: name, stepSince: now, stepTries: 0, stepPoll: null }
}

/** Runs a step and gives it up as soon as somebody wants something else; then there is no result. */
async function whileWanted<Result>(
  platform: Pick<Platform, 'changes' | 'db'>,
  installation: Installation,
  signal: AbortSignal,
  run: (wanted: AbortSignal) => Promise<Result>,
): Promise<Result | undefined> {
  const unwanted = new AbortController()
  const unsubscribe = platform.changes.subscribe('installation', (changed) => {
    if (changed !== installation.id) return
    wishOf(platform.db, changed).then(
      (wish) => wish !== installation.wish && unwanted.abort(),
      () => undefined,
    )
  })
  try {
    const result = await run(AbortSignal.any([signal, unwanted.signal]))
    return unwanted.signal.aborted || signal.aborted ? undefined : result
  } finally {
    unsubscribe()
  }
}
