import { type HookName, hookNames, hookOf, type Manifest } from '@mkt/manifest'
import type { LifeTimes } from '../../domain/installation/hook.ts'
import type { Life, Outcome } from '../../domain/installation/lifecycle.ts'
import type { Attendance } from '../../lib/schedule/attendance.ts'
import type { AppClient } from '../../outbound/app/app-client.ts'
import type { Installation } from '../../store/installation/installations.ts'
import type { Release } from '../../store/release/releases.ts'

export type RegistrationOutcome =
  | { kind: 'done' }
  | { kind: 'refused'; reason: string }
  | { kind: 'unavailable'; reason: string }
  /** The policy system answers, and so many changes are left to make in it. */
  | { kind: 'unfinished'; reason: string; left: number }

/** Dependencies of advancing, besides the platform. */
export interface LifeTools {
  client: AppClient
  times: LifeTimes
  /** Time in which no worker attended to installations does not count against the limit of a step. */
  attendance: Attendance
  register(installationId: string): Promise<RegistrationOutcome>
  unregister(installationId: string): Promise<RegistrationOutcome>
}

/** An installation with the releases its next step concerns. */
export interface Advancing {
  installation: Installation
  release: Release
  target: Release | undefined
}

/** Result of a step: settled, or retried later; `since` restarts its time. */
export type StepResult = Outcome | { wait: { afterMs: number; tries?: number; poll?: string | null; since?: Date } }

/** The facts that decide an installation's next step. */
export function lifeOf({ installation, release, target }: Advancing): Life {
  return {
    state: installation.state,
    releaseId: installation.releaseId,
    targetReleaseId: target?.id ?? null,
    revision: installation.revision,
    toldRevision: installation.toldRevision,
    installSent: installation.installSentAt !== null,
    installDone: installation.installDoneAt !== null,
    uninstallDone: installation.uninstallDone,
    started: installation.started,
    registered: installation.registered,
    registerDue: installation.registerDue,
    hooks: hooksOf(release.manifest),
    targetHooks: target ? hooksOf(target.manifest) : new Set(),
  }
}

function hooksOf(manifest: Manifest): ReadonlySet<HookName> {
  return new Set(hookNames.filter((hook) => hookOf(manifest, hook) !== undefined))
}
