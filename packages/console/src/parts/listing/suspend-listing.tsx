import { Checkbox } from '@mantine/core'
import { listingMachine, mayMove } from '@mkt/contract/states'
import { useState } from 'react'
import { useReinstateListing, useSuspendListing } from '../../queries/listing/listing-moves.ts'
import type { Listing } from '../../queries/listing/listings.ts'
import { useMay } from '../../queries/session/may.ts'
import { moderate } from '../../texts/moderate.ts'
import { ConfirmButton } from '../../ui/action/confirm-button.tsx'
import { ReasonButton } from '../../ui/action/reason-button.tsx'

const texts = moderate.review

/** The moderator's last resort, and the way back from it. */
export function SuspendListing({ listing, size = 'sm' }: { listing: Listing; size?: 'sm' | 'compact-sm' }) {
  const reinstate = useReinstateListing(listing.id)
  const suspend = useSuspendListing(listing.id)
  const mayReinstate = useMay('reinstateListing')
  const maySuspend = useMay('suspendListing')
  const [stopInstallations, setStop] = useState(false)
  if (mayMove(listingMachine, listing.state, 'reinstate')) {
    if (!mayReinstate) return null
    return (
      <ConfirmButton
        size={size}
        label={texts.reinstate}
        of={listing.title}
        text={texts.reinstateText}
        act={() => reinstate.mutateAsync()}
      />
    )
  }
  if (!maySuspend || !mayMove(listingMachine, listing.state, 'suspend')) return null
  return (
    <ReasonButton
      label={texts.suspend}
      of={listing.title}
      text={texts.suspendText(listing.installations)}
      size={size}
      color="red"
      variant="subtle"
      act={(reason) => suspend.mutateAsync({ reason, stopInstallations })}
    >
      <Checkbox
        label={texts.stopAll}
        checked={stopInstallations}
        onChange={(event) => setStop(event.currentTarget.checked)}
      />
    </ReasonButton>
  )
}
