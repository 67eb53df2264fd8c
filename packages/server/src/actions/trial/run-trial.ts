import { limits } from '@mkt/contract/limits'
import { hasBeenLive } from '../../domain/release/release.ts'
import { createComparison } from '../../domain/trial/comparison.ts'
import { failedGates } from '../../domain/trial/gates.ts'
import { publisherImpact } from '../../domain/trial/publisher-impact.ts'
import { TrialError, type TrialIsolation } from '../../domain/trial/trial.ts'
import { withPrefix } from '../../lib/ids.ts'
import { eachAtOnce } from '../../lib/schedule/each-at-once.ts'
import type { AppClient } from '../../outbound/app/app-client.ts'
import { configurationAt } from '../../store/installation/configurations.ts'
import { installationById } from '../../store/installation/installations.ts'
import { releaseById } from '../../store/release/releases.ts'
import { tenantById } from '../../store/tenant/tenants.ts'
import { noteTrialProgress, type Trial, trialById } from '../../store/trial/trials.ts'
import type { Runner } from '../deployment/runner.ts'
import { type Changing, changeByPlatform } from '../platform/change.ts'
import type { Platform } from '../platform/platform.ts'
import { type AskedFor, askIsolated } from './ask-isolated.ts'
import { readsTenant } from './isolated-egress.ts'
import { type IsolatedInstance, NotHealthyError, startIsolated } from './isolated-instance.ts'
import { readSample, type SampledCall } from './read-sample.ts'
import { sealExamples, settleTrial, trialReportIdentity } from './settle-trial.ts'

export interface TrialTools {
  runner: Runner
  client: AppClient
  /** Names this process in leases. */
  owner: string
}

/** Calls on their way at once: an application on trial has the plan of a single container. */
const AT_ONCE = 4
const PROGRESS_EVERY = 25
const HOURS = limits.trialTime.value / 3_600_000

/** Carries out a trial: both releases in containers of their own, the current one asked twice, the candidate once. */
export async function runTrial(
  platform: Changing & Pick<Platform, 'vault' | 'log' | 'keyRing' | 'addresses' | 'policy'>,
  tools: TrialTools,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const trial = await trialById(platform.db, id)
  if (trial?.state !== 'RUNNING') return
  try {
    await compare(platform, tools, trial, signal)
  } catch (error) {
    // Another process, or this one later, takes it up again.
    if (signal.aborted) return
    const known = error instanceof NotHealthyError || error instanceof TrialError
    if (!known) platform.log.error({ err: error, trial: id }, 'A trial failed')
    const failure = known ? error.message : 'The platform could not carry out the trial. Ask for it again.'
    await settleTrial(platform, tools.owner, trial, { state: 'FAILED', failure })
  }
}

async function compare(
  platform: Changing & Pick<Platform, 'vault' | 'log' | 'keyRing' | 'addresses' | 'policy'>,
  tools: TrialTools,
  trial: Trial,
  signal: AbortSignal,
): Promise<void> {
  const { db } = platform
  const [installation, current, candidate] = await Promise.all([
    installationById(db, trial.installationId),
    releaseById(db, trial.baselineReleaseId),
    releaseById(db, trial.releaseId),
  ])
  if (!installation || !current || !candidate) throw new Error(`trial ${trial.id} refers to what is gone`)
  // It may have been withdrawn while the trial waited; then its image may be gone, and nobody will run it.
  if (!hasBeenLive(candidate.state))
    throw new TrialError(`Release ${candidate.version} is ${candidate.state}: only one that has been LIVE is tried.`)
  const tenant = await tenantById(db, installation.tenantId)
  const asked = { installationId: installation.id, routeId: installation.routeId, keyEpoch: installation.keyEpoch }
  const installed: AskedFor = { ...asked, tenant: tenant?.tenantLocator ?? tenant?.hostName ?? '' }
  const opened = trial.openEgress
    ? { settings: (await configurationAt(db, installation.id, installation.revision))?.settings ?? {} }
    : null
  const start = (release: typeof current, prefix: string) =>
    startIsolated(platform, tools.runner, release, { instanceId: withPrefix(prefix, trial.id), signal, opened })
  const started = await Promise.allSettled([start(current, 'tria'), start(candidate, 'trib')])
  try {
    const [before, after] = started.map((one) => {
      if (one.status === 'rejected') throw one.reason
      return one.value
    }) as [IsolatedInstance, IsolatedInstance]
    const ask = (instance: IsolatedInstance, releaseId: string, call: SampledCall) =>
      askIsolated(platform, tools.client, { target: instance, releaseId, installation: installed }, call, signal)
    const tenant = [current, candidate].some((release) => readsTenant(platform, release)) ? 'read' : 'none'
    const isolation: TrialIsolation = { egress: after.egress, tenant }
    const comparison = createComparison()
    const end = performance.now() + limits.trialTime.value
    await noteTrialProgress(db, trial.id, 0, isolation)
    const sample = readSample(platform, installation, current, trial.sample, trial.only)
    await eachAtOnce(sample, AT_ONCE, async (call) => {
      signal.throwIfAborted()
      if (performance.now() > end)
        throw new TrialError(`${comparison.size} calls took ${HOURS} hours; no more are sent.`)
      comparison.add(call, {
        before: await ask(before, current.id, call),
        again: await ask(before, current.id, call),
        after: await ask(after, candidate.id, call),
      })
      if (comparison.size % PROGRESS_EVERY === 0) {
        await noteTrialProgress(db, trial.id, comparison.size, isolation)
        await changeByPlatform(platform, async (unit) => unit.changed('trial', trial.installationId))
      }
    })
    signal.throwIfAborted()
    const report = comparison.report()
    const published = publisherImpact(report)
    const identity = trialReportIdentity(trial.id)
    await settleTrial(platform, tools.owner, trial, {
      state: 'DONE',
      done: comparison.size,
      report: await platform.vault.seal(trial.organizationId, identity, JSON.stringify(report)),
      publisherReport: published,
      failedGates: failedGates(published, trial.gates),
      examples: await sealExamples(platform, trial, comparison.examples()),
    })
  } finally {
    await Promise.all(
      started.map(async (one) => {
        if (one.status === 'fulfilled') await one.value.stop()
      }),
    )
  }
}
