import type { HookName } from '@mkt/manifest'
import { runnersOf } from '../../domain/installation/installation-runners.ts'
import { type Outcome, type Settled, type Step, settle, stepWord } from '../../domain/installation/lifecycle.ts'
import { credentialFor } from '../../domain/tenant/credential.ts'
import type { Log } from '../../lib/log.ts'
import {
  type Installation,
  type InstallationChange,
  lockInstallation,
  updateInstallation,
} from '../../store/installation/installations.ts'
import { eraseSecrets } from '../../store/installation/secrets.ts'
import { eraseCallerSecrets } from '../../store/route/caller-secrets.ts'
import { credentialsOf } from '../../store/tenant/credentials.ts'
import { tenantById } from '../../store/tenant/tenants.ts'
import { type Changing, changeByPlatform } from '../platform/change.ts'
import { notify } from '../platform/notify.ts'
import type { Platform } from '../platform/platform.ts'
import type { Unit } from '../platform/unit.ts'
import { eraseCredentials } from './installation-credentials.ts'
import { type Advancing, lifeOf } from './installation-life.ts'
import { noteInstallation, noteMove } from './note-installation.ts'
import { prepareTaking } from './take-release.ts'

/** Writes what a step came to, unless something else is wanted by now: then the next round decides again. */
export async function settleStep(
  platform: Changing & Pick<Platform, 'vault' | 'log'>,
  at: Advancing,
  step: Step,
  outcome: Outcome,
): Promise<void> {
  const life = lifeOf(at)
  const settled = settle(life, step, outcome)
  const release = settled.takes === undefined ? undefined : at.target
  const take = release ? await prepareTaking(platform, at.installation, release) : undefined
  const { id, wish, state, revision } = at.installation
  const written = await changeByPlatform<boolean>(platform, async (unit) => {
    const { trx, now } = unit
    const locked = await lockInstallation(trx, id)
    // Another state means that the lease was lost and another process has gone on from here.
    if (!locked || locked.wish !== wish || locked.state !== state) return unit.unchanged().with(false)
    // A configuration written since must not be lost under the one that comes with the release.
    if (take && locked.revision !== revision) return unit.unchanged().with(false)
    const taken = take ? await take(unit, locked) : {}
    const change = { ...changeOf(locked, settled, life.hooks, now), ...overcome(locked, step, outcome), ...taken }
    await updateInstallation(trx, id, change, now)
    if (settled.failure) {
      await noteInstallation(unit, trx, id, {
        kind: 'failure',
        level: 'warning',
        message: `${settled.failure.operation} failed: ${settled.failure.reason}`,
      })
    }
    if (settled.state !== undefined) {
      const failedAt = settled.state === 'ERROR' ? stepWord(step) : undefined
      await noteMove(unit, trx, id, settled.state, settled.reason ?? null, failedAt)
    }
    if (settled.state === 'UNINSTALLED') await erase(unit, locked)
    if (settled.state === 'ERROR') await tell(unit, locked, 'installation.error', settled.reason ?? '')
    return unit.changed('installation', id).with(true)
  })
  if (written) logFailure(platform.log, at.installation, step, settled)
}

/** Operators find here which applications fail their customers; why is for the customer alone, because the application's words may be in it. */
function logFailure(log: Log, { id, listingName: app }: Installation, step: Step, settled: Settled): void {
  const facts = { app, installation: id, step: stepWord(step) }
  if (settled.state === 'ERROR') log.warn(facts, 'An installation failed')
  else if (settled.failure) log.warn(facts, 'A step of an installation failed')
}

function changeOf(
  installation: Installation,
  settled: Settled,
  hooks: ReadonlySet<HookName>,
  now: Date,
): InstallationChange {
  const { takes: _, dropsTarget, installDone, told, failure, state, reason, ...facts } = settled
  // Where there is no `install`, reaching the hooks counts as sending it: an app that only declares `uninstall` hears of the end.
  const sends = state === 'STARTING' && installation.installSentAt === null && !hooks.has('install')
  return {
    ...facts,
    ...(state === undefined ? {} : { state, reason: reason ?? null }),
    ...(sends ? { installSentAt: now } : {}),
    ...(installDone && installation.installDoneAt === null ? { installDoneAt: now } : {}),
    ...(dropsTarget ? { targetReleaseId: null, targetConfiguration: null } : {}),
    ...(told === undefined ? {} : { toldRevision: told }),
    ...(failure ? { lastFailure: { ...failure, at: now.toISOString() } } : {}),
  }
}

/** A failure is shown until the same thing went well. */
function overcome(installation: Installation, step: Step, outcome: Outcome): InstallationChange {
  const operation = step.kind === 'hook' ? step.hook : step.kind
  return outcome.ok && installation.lastFailure?.operation === operation ? { lastFailure: null } : {}
}

/** Nothing secret outlives an installation; the administrator is told what to revoke in the policy system. */
async function erase(unit: Unit, installation: Installation): Promise<void> {
  const { trx, now } = unit
  const tenant = await tenantById(trx, installation.tenantId)
  const credentials = await credentialsOf(trx, [installation.tenantId])
  const own = credentialFor(credentials, 'data', installation.id)?.installationId === installation.id
  await eraseSecrets(trx, installation.id)
  await eraseCallerSecrets(trx, installation.id)
  await eraseCredentials(trx, installation.id)
  const token = installation.variant === 'enterprise' ? 'personal access token' : 'token of the data credentials'
  const whose = own ? 'that was given for this installation alone' : `of the tenant ${tenant?.name ?? ''}`
  const reason = `Its secrets are erased. The app knew the ${token} ${whose}: revoke it in the policy system.`
  await updateInstallation(trx, installation.id, { reason }, now)
  await noteInstallation(unit, trx, installation.id, { kind: 'uninstall', level: 'warning', message: reason })
  await tell(unit, installation, 'installation.uninstalled', reason)
}

async function tell(
  unit: Unit,
  installation: Installation,
  kind: 'installation.error' | 'installation.uninstalled',
  text: string,
): Promise<void> {
  const what = kind === 'installation.error' ? 'needs your attention' : 'is uninstalled'
  await notify(
    unit,
    {
      organizationId: installation.organizationId,
      roles: runnersOf(installation),
    },
    { kind, title: `${installation.name} ${what}`, text, link: `/manage/installations/${installation.id}` },
  )
}
