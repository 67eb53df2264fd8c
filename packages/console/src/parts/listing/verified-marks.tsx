import { Badge } from '@mantine/core'
import { listingMachine } from '@mkt/contract/states'
import { IconRosetteDiscountCheck, IconWorldCheck } from '@tabler/icons-react'
import type { Listing } from '../../queries/listing/listings.ts'
import { browse } from '../../texts/browse.ts'

/** Whether moderators verified an app; that a suspended one was verified once says nothing. */
export function isVerified({ state }: Pick<Listing, 'state'>): boolean {
  return state !== null && listingMachine.states[state].tone === 'good'
}

/** That moderators verified an app. */
export function VerifiedMark({ listing }: { listing: Pick<Listing, 'state'> }) {
  if (!isVerified(listing)) return null
  return (
    <Badge
      variant="light"
      color="pine"
      radius="sm"
      tt="none"
      fw={600}
      leftSection={<IconRosetteDiscountCheck size={13} />}
      title={browse.verifiedDetail}
    >
      {browse.verified}
    </Badge>
  )
}

/** That the domains of a publisher are its own: each has proved it by a record in its zone. */
export function DomainMark({ domains }: { domains: readonly string[] }) {
  if (domains.length === 0) return null
  return (
    <Badge
      variant="light"
      color="blue"
      radius="sm"
      tt="none"
      fw={600}
      leftSection={<IconWorldCheck size={13} />}
      title={browse.domainDetail}
    >
      {browse.domain(domains.join(', '))}
    </Badge>
  )
}
