import { Button, Group, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { ListingPictures } from '../../../parts/listing/listing-pictures.tsx'
import { useChangeListing } from '../../../queries/listing-words.ts'
import { type Listing, listingQuery } from '../../../queries/listings.ts'
import { ownedBy, useMay } from '../../../queries/session/may.ts'
import { common } from '../../../texts/common.ts'
import { publish } from '../../../texts/publish.ts'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { draftOfListing, writtenLinks } from './listing-draft.ts'
import { ListingFacts } from './listing-facts.tsx'
import { AboutInput, BasicsInputs, RequirementsInput } from './listing-inputs.tsx'

const route = getRouteApi('/shell/publish/$listingId')

export function OwnListingDetails() {
  const { listingId } = route.useParams()
  const { data: listing } = useSuspenseQuery(listingQuery(listingId))
  const mayChange = useMay('changeListing', ownedBy(listing.organization))
  return (
    <Stack gap="lg">
      <Section title={publish.tabs.details}>
        {mayChange ? (
          <DetailsForm listing={listing} />
        ) : (
          <ListingFacts draft={draftOfListing(listing)} org={listing.organization.name} />
        )}
      </Section>
      <Section title={publish.pictures.title} lead={mayChange ? publish.pictures.hint : undefined}>
        <ListingPictures listing={listing} />
      </Section>
    </Stack>
  )
}

function DetailsForm({ listing }: { listing: Listing }) {
  const [draft, setDraft] = useState(() => draftOfListing(listing))
  // The revision the form was opened with: a change made meanwhile by somebody else is not overwritten.
  const [revision, setRevision] = useState(listing.revision)
  const change = useChangeListing(listing.id)
  const save = () => {
    const { appName: _, variant, ...rest } = draft
    const words = { ...rest, links: writtenLinks(rest.links) }
    const changesVariant = variant !== '' && variant !== listing.variant
    change.mutate(
      { change: { ...words, ...(changesVariant ? { variant } : {}) }, revision },
      {
        onSuccess: (saved) => {
          setRevision(saved.revision)
          notifications.show({ message: publish.details.saved, color: 'pine' })
        },
      },
    )
  }
  const shared = { draft, onChange: setDraft, failure: change.error }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Stack gap="lg">
        <FailureNote failure={change.error} atFields />
        <BasicsInputs {...shared} org={listing.organization.name} nameFixed variantFixed={listing.state !== null} />
        <AboutInput {...shared} />
        <RequirementsInput {...shared} />
        <Group>
          <Button type="submit" loading={change.isPending}>
            {common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
