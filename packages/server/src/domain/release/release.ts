import { Failure } from '@mkt/contract/errors'
import { compareVersions, nextVersion, parseVersion } from '@mkt/manifest'

export type ReleaseState = 'UPLOADED' | 'CHECKED' | 'REJECTED' | 'LIVE' | 'SUPERSEDED' | 'FAILED'
export type ReleaseMove = 'accept' | 'reject' | 'go-live' | 'fail' | 'supersede' | 'roll-back'

/** Every move of a release. REJECTED and FAILED are final: a version is used up, the next deploy is another release. */
export const releaseMoves: Record<ReleaseMove, { from: readonly ReleaseState[]; to: ReleaseState }> = {
  accept: { from: ['UPLOADED'], to: 'CHECKED' },
  reject: { from: ['UPLOADED'], to: 'REJECTED' },
  'go-live': { from: ['CHECKED'], to: 'LIVE' },
  fail: { from: ['CHECKED'], to: 'FAILED' },
  supersede: { from: ['LIVE'], to: 'SUPERSEDED' },
  'roll-back': { from: ['SUPERSEDED'], to: 'LIVE' },
}

/** The state after a move, or the refusal that says what would be possible. */
export function moveRelease(version: string, state: ReleaseState, move: ReleaseMove): ReleaseState {
  const { from, to } = releaseMoves[move]
  if (from.includes(state)) return to
  throw new Failure('illegal_move', `Release ${version} is ${state}; "${move}" needs it to be ${from.join(' or ')}.`)
}

/** Whether a release has run healthily: only such a one is launched, promoted or returned to. */
export function hasBeenLive(state: ReleaseState): boolean {
  return state === 'LIVE' || state === 'SUPERSEDED'
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
