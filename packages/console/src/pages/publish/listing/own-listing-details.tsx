import { Button, Group, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { ListingPictures } from '../../../parts/listing/listing-pictures.tsx'
import { api } from '../../../queries/api.ts'
import { listingQuery } from '../../../queries/listings.ts'
import { common } from '../../../texts/common.ts'
import { publish } from '../../../texts/publish.ts'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { draftOfListing, writtenLinks } from './listing-draft.ts'
import { AboutInput, BasicsInputs, RequirementsInput } from './listing-inputs.tsx'

const route = getRouteApi('/shell/publish/$listingId')

export function OwnListingDetails() {
  const { listingId } = route.useParams()
  const client = useQueryClient()
  const { data: listing } = useSuspenseQuery(listingQuery(listingId))
  const [draft, setDraft] = useState(() => draftOfListing(listing))
  // The revision the form was opened with: a change made meanwhile by somebody else is not overwritten.
  const [revision, setRevision] = useState(listing.revision)
  const save = useMutation({
    mutationFn: () => {
      const { appName: _, variant, ...rest } = draft
      const words = { ...rest, links: writtenLinks(rest.links) }
      const changesVariant = variant !== '' && variant !== listing.variant
      return api.changeListing({
        params: { id: listingId },
        body: { ...words, ...(changesVariant ? { variant } : {}) },
        headers: { 'if-match': `"${revision}"` },
      })
    },
    onSuccess: (saved) => {
      setRevision(saved.revision)
      client.setQueryData(listingQuery(listingId).queryKey, saved)
      notifications.show({ message: publish.details.saved, color: 'pine' })
    },
  })
  const shared = { draft, onChange: setDraft, failure: save.error }
  return (
    <Stack gap="lg">
      <Section title={publish.tabs.details}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            save.mutate()
          }}
        >
          <Stack gap="lg">
            <FailureNote failure={save.error} atFields />
            <BasicsInputs {...shared} org={listing.organization.name} nameFixed variantFixed={listing.state !== null} />
            <AboutInput {...shared} />
            <RequirementsInput {...shared} />
            <Group>
              <Button type="submit" loading={save.isPending}>
                {common.save}
              </Button>
            </Group>
          </Stack>
        </form>
      </Section>
      <Section title={publish.pictures.title} lead={publish.pictures.hint}>
        <ListingPictures listing={listing} />
      </Section>
    </Stack>
  )
}
