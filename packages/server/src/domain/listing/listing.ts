import { Failure, type FieldProblem } from '@mkt/contract/errors'

export type ListingState = 'DRAFT' | 'VERIFIED' | 'PUBLIC' | 'SUSPENDED' | 'RETIRED'
export type ListingMove =
  | 'publish'
  | 'approve'
  | 'make-public'
  | 'withdraw'
  | 'suspend'
  | 'reinstate'
  | 'reinstate-draft'
  | 'retire'

/** Every move of a listing: from which states, to which. `null` is a listing that is still being written. */
export const listingMoves: Record<ListingMove, { from: readonly (ListingState | null)[]; to: ListingState }> = {
  publish: { from: [null], to: 'DRAFT' },
  approve: { from: ['DRAFT'], to: 'VERIFIED' },
  'make-public': { from: ['VERIFIED'], to: 'PUBLIC' },
  withdraw: { from: ['PUBLIC'], to: 'VERIFIED' },
  suspend: { from: ['DRAFT', 'VERIFIED', 'PUBLIC'], to: 'SUSPENDED' },
  reinstate: { from: ['SUSPENDED'], to: 'VERIFIED' },
  // What was suspended before any review: lifting the suspension must not verify it.
  'reinstate-draft': { from: ['SUSPENDED'], to: 'DRAFT' },
  retire: { from: ['DRAFT', 'VERIFIED', 'PUBLIC', 'SUSPENDED'], to: 'RETIRED' },
}

/** The state after a move, or the refusal that says what would be possible. */
export function moveListing(name: string, state: ListingState | null, move: ListingMove): ListingState {
  const { from, to } = listingMoves[move]
  if (from.includes(state)) return to
  const needed = from.map((one) => one ?? 'unpublished').join(' or ')
  throw new Failure('illegal_move', `${name} is ${state ?? 'unpublished'}; "${move}" needs it to be ${needed}.`)
}

/** Publishing needs title, variant, about and requirements, and nothing else. */
export function publishingProblems(listing: { title: string; about: string; requirements: string }): FieldProblem[] {
  const needed = { title: 'a title', about: 'the about section', requirements: 'the requirements section' }
  return Object.entries(needed)
    .filter(([field]) => listing[field as keyof typeof needed].trim() === '')
    .map(([field, what]) => ({
      pointer: `/${field}`,
      rule: `listing.${field}.missing`,
      message: `Publishing needs ${what}.`,
    }))
}

interface Standing {
  state: ListingState | null
  /** Since when an operator has its organization disabled. */
  organizationDisabledAt: Date | null
}

/** Who may launch: the publishing organization as a test before it is public, everyone once it is. */
export function mayLaunch({ state, organizationDisabledAt }: Standing, own: boolean): boolean {
  if (organizationDisabledAt !== null) return false
  if (state === 'PUBLIC') return true
  return own && (state === 'DRAFT' || state === 'VERIFIED')
}

/** Whether everyone signed in may see the listing. */
export function isShared({ state, organizationDisabledAt }: Standing): boolean {
  return state === 'PUBLIC' && organizationDisabledAt === null
}

/** Refuses to start an installation of a listing whose installations a moderator stopped, or whose publisher is disabled. */
export function refuseStart(listing: Standing & { name: string; installationsStopped: boolean }): void {
  if (listing.installationsStopped)
    throw new Failure(
      'listing_suspended',
      `${listing.name} is suspended and a moderator stopped its installations: none starts until it is reinstated.`,
    )
  if (listing.organizationDisabledAt !== null)
    throw new Failure(
      'listing_not_launchable',
      `The publisher of ${listing.name} is disabled: nothing of it is launched or started until it is enabled again.`,
    )
}

/** Why nothing can be released, promoted or returned to: before it is published, while it is suspended, once it is retired. */
export function deployRefusal(listing: { name: string; state: ListingState | null }): Failure | undefined {
  if (listing.state === null)
    return new Failure(
      'listing_not_published',
      `${listing.name} is not published yet. Publish the listing, then deploy.`,
    )
  if (listing.state === 'SUSPENDED')
    return new Failure(
      'listing_suspended',
      `${listing.name} is suspended; nothing is released or promoted until a moderator reinstates it.`,
    )
  if (listing.state === 'RETIRED')
    return new Failure('illegal_move', `${listing.name} is retired and takes no releases.`)
  return undefined
}

export function refuseDeploy(listing: { name: string; state: ListingState | null }): void {
  const refusal = deployRefusal(listing)
  if (refusal !== undefined) throw refusal
}
