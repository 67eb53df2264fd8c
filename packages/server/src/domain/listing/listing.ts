import { Failure, type FieldProblem } from '@mkt/contract/errors'
import { type ListingMove, type ListingState, listingFacts, listingMachine, moved } from '@mkt/contract/states'

export type { ListingMove, ListingState } from '@mkt/contract/states'

/** The state after a move, or the refusal that says what would be possible. */
export function moveListing(name: string, state: ListingState | null, move: ListingMove): ListingState {
  const to = moved(listingMachine, state, move)
  if (to !== undefined) return to
  const needed = listingMachine.moves[move].from.map((one) => one ?? 'unpublished').join(' or ')
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
  const { launchers } = listingFacts(state)
  return launchers === 'everyone' || (own && launchers === 'publisher')
}

/** Whether everyone signed in may see the listing. */
export function isShared({ state, organizationDisabledAt }: Standing): boolean {
  return listingFacts(state).shown && organizationDisabledAt === null
}

/** What customers read while a moderator keeps the installations of a listing stopped. */
export function suspendedStart(listingName: string): string {
  return `${listingName} is suspended and a moderator stopped its installations: none starts until it is reinstated.`
}

/** Refuses to start an installation of a listing whose installations a moderator stopped, or whose publisher is disabled. */
export function refuseStart(listing: Standing & { name: string; installationsStopped: boolean }): void {
  if (listing.installationsStopped) throw new Failure('listing_suspended', suspendedStart(listing.name))
  if (listing.organizationDisabledAt !== null)
    throw new Failure(
      'listing_not_launchable',
      `The publisher of ${listing.name} is disabled: nothing of it is launched or started until it is enabled again.`,
    )
}

const deployRefusals = {
  listing_not_published: 'is not published yet. Publish the listing, then deploy.',
  listing_suspended: 'is suspended; nothing is released or promoted until a moderator reinstates it.',
  illegal_move: 'is retired and takes no releases.',
} as const

/** Why nothing can be released, promoted or returned to: before it is published, while it is suspended, once it is retired. */
export function deployRefusal(listing: { name: string; state: ListingState | null }): Failure | undefined {
  const { noDeploy } = listingFacts(listing.state)
  return noDeploy === null ? undefined : new Failure(noDeploy, `${listing.name} ${deployRefusals[noDeploy]}`)
}

export function refuseDeploy(listing: { name: string; state: ListingState | null }): void {
  const refusal = deployRefusal(listing)
  if (refusal !== undefined) throw refusal
}

const reviewRefusals = {
  listing_not_published: 'is not published yet. Publish it first.',
  illegal_move: 'is retired and takes no reviews.',
} as const

export function refuseReview(listing: { name: string; state: ListingState | null }): void {
  const { noReview } = listingFacts(listing.state)
  if (noReview !== null) throw new Failure(noReview, `${listing.name} ${reviewRefusals[noReview]}`)
}
