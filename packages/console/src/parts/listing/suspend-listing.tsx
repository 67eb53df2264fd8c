import { Checkbox } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../queries/api.ts'
import type { Listing } from '../../queries/listings.ts'
import { invalidateTopic } from '../../queries/live.ts'
import { moderate } from '../../texts/moderate.ts'
import { ConfirmButton } from '../../ui/action/confirm-button.tsx'
import { ReasonButton } from '../../ui/action/reason-button.tsx'

const texts = moderate.review

/** The moderator's last resort, and the way back from it. */
export function SuspendListing({ listing, size = 'sm' }: { listing: Listing; size?: 'sm' | 'compact-sm' }) {
  const client = useQueryClient()
  const [stopInstallations, setStop] = useState(false)
  const params = { id: listing.id }
  const refresh = () => invalidateTopic(client, 'listing')
  if (listing.state === 'SUSPENDED') {
    return (
      <ConfirmButton
        size={size}
        label={texts.reinstate}
        of={listing.title}
        text={texts.reinstateText}
        act={() => api.reinstateListing({ params }).then(refresh)}
      />
    )
  }
  if (listing.state === null || listing.state === 'RETIRED') return null
  return (
    <ReasonButton
      label={texts.suspend}
      of={listing.title}
      text={texts.suspendText}
      size={size}
      color="red"
      variant="subtle"
      act={(reason) => api.suspendListing({ params, body: { reason, stopInstallations } }).then(refresh)}
    >
      <Checkbox
        label={texts.stopAll}
        checked={stopInstallations}
        onChange={(event) => setStop(event.currentTarget.checked)}
      />
    </ReasonButton>
  )
}
