import type { PublishingStep } from '@mkt/contract/api'
import { listingFacts } from '@mkt/contract/states'
import type { ListingState } from '../listing/listing.ts'

export interface PublishingFacts {
  state: ListingState | null
  /** A release was live at some time. */
  deployed: boolean
  /** A test installation runs. */
  tested: boolean
  /** A moderator approved a release. */
  approved: boolean
}

/** What is done on the way to a public listing, and what is left. A listing that is public has done everything. */
export function stepsToPublic(facts: PublishingFacts): { step: PublishingStep; done: boolean }[] {
  const shown = listingFacts(facts.state).shown
  const done: Record<PublishingStep, boolean> = {
    publish: facts.state !== null,
    deploy: facts.deployed,
    test: facts.tested || facts.approved,
    review: facts.approved,
    public: false,
  }
  return (Object.keys(done) as PublishingStep[]).map((step) => ({ step, done: shown || done[step] }))
}
