import type { Answered, ComparedCall } from '../../domain/trial/compared-call.ts'
import { compareCall } from '../../domain/trial/compared-call.ts'
import { createExampleCalls } from '../../domain/trial/example-calls.ts'
import { failedGates } from '../../domain/trial/gates.ts'
import { publisherImpact } from '../../domain/trial/publisher-impact.ts'
import { rateImpact } from '../../domain/trial/rate-impact.ts'
import type { TrialIsolation } from '../../domain/trial/trial.ts'
import { withPrefix } from '../../lib/ids.ts'
import type { AppClient } from '../../outbound/app-client.ts'
import { configurationAt } from '../../store/installation/configurations.ts'
import { installationById } from '../../store/installation/installations.ts'
import { releaseById } from '../../store/release/releases.ts'
import { tenantById } from '../../store/tenant/tenants.ts'
import { endTrial, noteTrialProgress, putTrialCall, type Trial, trialById } from '../../store/trial/trials.ts'
import type { Runner } from '../deployment/runner.ts'
import { type Changing, changeByPlatform } from '../platform/change.ts'
import { notify } from '../platform/notify.ts'
import type { Platform } from '../platform/platform.ts'
import { type AskedFor, askIsolated } from './ask-isolated.ts'
import { readsTenant } from './isolated-egress.ts'
import { type IsolatedInstance, NotHealthyError, startIsolated } from './isolated-instance.ts'
import { readSample, type SampledCall } from './read-sample.ts'

export interface TrialTools {
  runner: Runner
  client: AppClient
  /** Names this process in leases. */
  owner: string
}

/** Calls on their way at once: an application on trial has the plan of a single container. */
const AT_ONCE = 4
const PROGRESS_EVERY = 100

/** What the sealed parts of a trial are bound to. */
export const trialReportIdentity = (id: string) => `trial report ${id}`
export const trialCallIdentity = (id: string, callId: string) => `trial call ${id} ${callId}`

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
    const known = error instanceof NotHealthyError
    if (!known) platform.log.error({ err: error, trial: id }, 'A trial failed')
    const failure = known ? error.message : 'The platform could not carry out the trial. Ask for it again.'
    await settle(platform, tools, trial, { state: 'FAILED', failure })
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
    const calls: ComparedCall[] = []
    const examples = createExampleCalls()
    await noteTrialProgress(db, trial.id, 0, isolation)
    await eachAtOnce(readSample(platform, installation, current, trial.sample), AT_ONCE, async (call) => {
      signal.throwIfAborted()
      const answers: { before: Answered; again: Answered; after: Answered } = {
        before: await ask(before, current.id, call),
        again: await ask(before, current.id, call),
        after: await ask(after, candidate.id, call),
      }
      const compared = compareCall(call, answers)
      calls.push(compared)
      examples.add(compared, { id: call.id, request: call.request, before: answers.before, after: answers.after })
      if (calls.length % PROGRESS_EVERY === 0) {
        await noteTrialProgress(db, trial.id, calls.length, isolation)
        await changeByPlatform(platform, async (unit) => unit.changed('trial', trial.installationId))
      }
    })
    signal.throwIfAborted()
    await keepExamples(platform, trial, examples.all())
    const report = rateImpact(calls)
    const published = publisherImpact(report)
    const identity = trialReportIdentity(trial.id)
    await settle(platform, tools, trial, {
      state: 'DONE',
      done: calls.length,
      report: await platform.vault.seal(trial.organizationId, identity, JSON.stringify(report)),
      publisherReport: published,
      failedGates: failedGates(published, trial.gates),
    })
  } finally {
    await Promise.all(
      started.map(async (one) => {
        if (one.status === 'fulfilled') await one.value.stop()
      }),
    )
  }
}

async function keepExamples(
  platform: Pick<Platform, 'db' | 'vault'>,
  trial: Trial,
  examples: ReturnType<ReturnType<typeof createExampleCalls>['all']>,
): Promise<void> {
  const shown = ({ answer, failure, durationMs }: Answered) => ({
    answer: answer?.toString('utf8') ?? null,
    failure,
    durationMs,
  })
  for (const { id: callId, request, before, after } of examples) {
    const text = JSON.stringify({ request: request.toString('utf8'), before: shown(before), after: shown(after) })
    const sealed = await platform.vault.seal(trial.organizationId, trialCallIdentity(trial.id, callId), text)
    await putTrialCall(platform.db, { trialId: trial.id, callId, organizationId: trial.organizationId, sealed })
  }
}

async function settle(
  platform: Changing,
  { owner }: TrialTools,
  trial: Trial,
  outcome: Parameters<typeof endTrial>[3],
): Promise<void> {
  await changeByPlatform(platform, async (unit) => {
    if (!(await endTrial(unit.trx, trial.id, owner, outcome, unit.now))) return unit.unchanged()
    const failed = outcome.state === 'DONE' ? outcome.failedGates.length : 0
    const verdict =
      outcome.state === 'FAILED'
        ? outcome.failure
        : failed === 0
          ? `${outcome.done} calls were compared; every gate holds.`
          : `${outcome.done} calls were compared; gates exceeded: ${outcome.failedGates.map(({ gate }) => gate).join(', ')}.`
    await notify(
      unit,
      { organizationId: trial.organizationId, roles: ['owner', 'admin'] },
      {
        kind: 'trial.end',
        title: `The trial of release ${trial.version} ended`,
        text: verdict,
        link: `/manage/installations/${trial.installationId}/trials?trial=${trial.id}`,
      },
    )
    return unit.changed('trial', trial.installationId)
  })
}

/** Runs work over items as they come, some at once. The first failure ends it. */
async function eachAtOnce<Item>(
  items: AsyncIterable<Item>,
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>()
  for await (const item of items) {
    const job: Promise<void> = work(item).finally(() => running.delete(job))
    job.catch(() => {})
    running.add(job)
    if (running.size >= limit) await Promise.race(running)
  }
  await Promise.all(running)
}
