import { Switch, Text } from '@mantine/core'
import { useChangeListing } from '../../../queries/listing/listing-words.ts'
import type { Listing } from '../../../queries/listing/listings.ts'
import { ownedBy, useMay } from '../../../queries/session/may.ts'
import { manage } from '../../../texts/manage.ts'
import { trust as texts } from '../../../texts/trust.ts'
import { FailureNote } from '../../../ui/feedback/failure.tsx'

/** Whether only images that a key of the organization signed are released. Who may not turn it reads how it is. */
export function SignedOnlySwitch({
  listing,
  revision,
  onSaved,
}: {
  listing: Listing
  revision: number
  onSaved: (revision: number) => void
}) {
  const change = useChangeListing(listing.id)
  const mayChange = useMay('changeListing', ownedBy(listing.organization))
  if (!mayChange)
    return (
      <Text size="sm">
        {texts.signedReleasesOnly}: {listing.signedReleasesOnly ? manage.on : manage.off}
      </Text>
    )
  return (
    <>
      <FailureNote failure={change.error} />
      <Switch
        label={texts.signedReleasesOnly}
        description={texts.signedReleasesOnlyHint}
        checked={listing.signedReleasesOnly}
        disabled={change.isPending}
        onChange={(event) =>
          change.mutate(
            { change: { signedReleasesOnly: event.currentTarget.checked }, revision },
            { onSuccess: (saved) => onSaved(saved.revision) },
          )
        }
      />
    </>
  )
}
