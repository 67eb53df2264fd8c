import { Failure } from '@mkt/contract/errors'
import { mayMove, moved, type ReleaseMove, type ReleaseState, releaseMachine } from '@mkt/contract/states'
import { compareVersions, nextVersion, parseVersion } from '@mkt/manifest'

export type { ReleaseState } from '@mkt/contract/states'

/** The state after a move, or the refusal that says what would be possible. */
export function moveRelease(version: string, state: ReleaseState, move: ReleaseMove): ReleaseState {
  const to = moved(releaseMachine, state, move)
  if (to !== undefined) return to
  const needed = releaseMachine.moves[move].from.join(' or ')
  throw new Failure('illegal_move', `Release ${version} is ${state}; "${move}" needs it to be ${needed}.`)
}

/** Whether the checks of a release have not ended yet. */
export function isUnchecked(state: ReleaseState): boolean {
  return mayMove(releaseMachine, state, 'accept')
}

/** PENDING: waits for the deployment to be healthy. FAILED: it never was; nothing has changed. */
export type RollbackState = 'PENDING' | 'FAILED'

/** A return to a release that has not taken effect. */
export interface Rollback {
  state: RollbackState
  askedAt: Date
  reason: string | null
}

/** The return to this release that waits for its deployment or failed; null for none, or when it is LIVE. */
export function rollbackOf(release: {
  rollbackAt: Date | null
  rollbackState: RollbackState | null
  rollbackFailure: string | null
}): Rollback | null {
  const { rollbackAt: askedAt, rollbackState: state, rollbackFailure: reason } = release
  return state === null || askedAt === null ? null : { state, askedAt, reason }
}

/** Whether the publisher asked for one release after the other: by deploying it, or by returning to it. */
export function isAskedLater(
  release: { id: string; createdAt: Date; rollbackAt: Date | null },
  than: { id: string; createdAt: Date; rollbackAt: Date | null },
): boolean {
  const [one, other] = [release, than].map((each) => (each.rollbackAt ?? each.createdAt).getTime()) as [number, number]
  return one === other ? release.id > than.id : one > other
}

/** Whether a release has run healthily: only such a one is launched, promoted or returned to. */
export function hasBeenLive(state: ReleaseState): boolean {
  return releaseMachine.states[state].outcome === 'ran'
}

/**
 * A version is never used twice, and is higher than every release of the same major. The refusal tells which versions
 * there are and which one would be next.
 */
export function refuseVersion(name: string, version: string, existing: readonly string[]): void {
  const sorted = existing.toSorted((a, b) => compareVersions(b, a))
  const major = parseVersion(version)?.major
  const highest = sorted.find((each) => parseVersion(each)?.major === major)
  if (highest === undefined || compareVersions(version, highest) > 0) return
  const next = nextVersion(highest) ?? null
  const hint = next === null ? '' : ` The next version would be ${next}.`
  const extra = { existing: sorted, next }
  if (existing.includes(version))
    throw new Failure('version_taken', `${name} has a release ${version} already.${hint}`, { extra })
  const detail = `${version} is not higher than ${highest}, the newest release ${major}.x of ${name}.${hint}`
  throw new Failure('version_not_newer', detail, { extra })
}
