import type { Answered } from '../../domain/trial/compared-call.ts'
import type { ExampleCall } from '../../domain/trial/example-calls.ts'
import { endTrial, failRunningTrials, putTrialCall, type Trial, type TrialOutcome } from '../../store/trial/trials.ts'
import { type Changing, changeByPlatform } from '../platform/change.ts'
import { notify } from '../platform/notify.ts'
import type { Platform } from '../platform/platform.ts'
import type { Unit } from '../platform/unit.ts'

/** Additional data of the encrypted parts of a trial. */
export const trialReportIdentity = (id: string) => `trial report ${id}`
export const trialCallIdentity = (id: string, callId: string) => `trial call ${id} ${callId}`

interface SealedExample {
  callId: string
  sealed: Buffer
}

/** The calls of a trial that a person can look into, sealed for the customer. */
export function sealExamples(
  { vault }: Pick<Platform, 'vault'>,
  trial: Trial,
  examples: readonly ExampleCall[],
): Promise<SealedExample[]> {
  const shown = ({ answer, failure, durationMs }: Answered) => ({
    answer: answer?.toString('utf8') ?? null,
    failure,
    durationMs,
  })
  return Promise.all(
    examples.map(async ({ id: callId, request, before, after }) => {
      const text = JSON.stringify({ request: request.toString('utf8'), before: shown(before), after: shown(after) })
      return { callId, sealed: await vault.seal(trial.organizationId, trialCallIdentity(trial.id, callId), text) }
    }),
  )
}

/**
 * Writes how a trial ended, with everything that is kept of it, and tells its customer; nothing when the trial is no longer ours.
 */
export async function settleTrial(
  platform: Changing,
  owner: string,
  trial: Trial,
  outcome: TrialOutcome & { examples?: readonly SealedExample[] },
): Promise<void> {
  await changeByPlatform(platform, async (unit) => {
    if (!(await endTrial(unit.trx, trial.id, owner, outcome, unit.now))) return unit.unchanged()
    const { id: trialId, organizationId } = trial
    for (const example of outcome.examples ?? []) await putTrialCall(unit.trx, { trialId, organizationId, ...example })
    await tellEnd(unit, trial, verdictOf(outcome))
    return unit.changed('trial', trial.installationId)
  })
}

/** Ends trials that run with calls of an installation, as part of a larger change. */
export async function endRunningTrials(unit: Unit, installationId: string, failure: string): Promise<void> {
  for (const trial of await failRunningTrials(unit.trx, installationId, failure, unit.now)) {
    await tellEnd(unit, trial, failure)
    unit.changed('trial', installationId)
  }
}

function verdictOf(outcome: TrialOutcome): string {
  if (outcome.state === 'FAILED') return outcome.failure
  const exceeded = outcome.failedGates.map(({ gate }) => gate).join(', ')
  const compared = `${outcome.done} calls were compared;`
  return exceeded === '' ? `${compared} all gates passed.` : `${compared} gates exceeded: ${exceeded}.`
}

async function tellEnd(unit: Unit, trial: Trial, text: string): Promise<void> {
  await notify(
    unit,
    { organizationId: trial.organizationId, roles: ['owner', 'admin'] },
    {
      kind: 'trial.end',
      title: `The trial of release ${trial.version} ended`,
      text,
      link: `/manage/installations/${trial.installationId}/trials?trial=${trial.id}`,
    },
  )
}
