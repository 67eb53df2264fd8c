import {
  asksMore,
  type FieldProblem,
  type Manifest,
  migrateConfiguration,
  parseVersion,
  type StoredConfiguration,
  type Variant,
} from '@mkt/manifest'

export interface FollowedRelease {
  id: string
  version: string
  manifest: Manifest
}

export type OfferReason = 'major' | 'asks_more' | 'needs_configuration'

export type FollowDecision =
  | { kind: 'stay' }
  | { kind: 'take' }
  | { kind: 'offer'; reason: OfferReason; problems: FieldProblem[]; asks: string[] }

/** The release an installation follows: tests the LIVE one, all others the one that a wave gave them, or the promoted one. */
export function followedReleaseId(
  { test, waveReleaseId }: { test: boolean; waveReleaseId: string | null },
  listing: { currentReleaseId: string | null; promotedReleaseId: string | null } | undefined,
): string | null {
  return (test ? listing?.currentReleaseId : (waveReleaseId ?? listing?.promotedReleaseId)) ?? null
}

/**
 * What an installation does about the release it follows. Minor and patch are taken by themselves; another major, or one that
 * asks for more, by consent; one that the stored configuration does not fit waits for a configuration. Pinned installations stay.
 */
export function decideFollow(input: {
  test: boolean
  pinned: boolean
  /** The candidate is what it ran before a promotion gave it the present one: going back asks for nothing new. */
  returning?: boolean
  present: FollowedRelease
  candidate: FollowedRelease | undefined
  stored: StoredConfiguration
  variant: Variant
}): FollowDecision {
  const { test, pinned, present, candidate, stored, variant } = input
  if (candidate === undefined || candidate.id === present.id || pinned) return { kind: 'stay' }
  const { problems } = migrateConfiguration(stored, candidate.manifest)
  const asks = asksMore(present.manifest, candidate.manifest, variant).map(({ kind, what }) => `${kind}: ${what}`)
  const offer = (reason: OfferReason): FollowDecision => ({ kind: 'offer', reason, problems, asks })
  const otherMajor = parseVersion(present.version)?.major !== parseVersion(candidate.version)?.major
  if (!test && otherMajor) return offer('major')
  if (problems.length > 0) return offer('needs_configuration')
  if (input.returning === true) return { kind: 'take' }
  if (!test && asks.length > 0) return offer('asks_more')
  return { kind: 'take' }
}
