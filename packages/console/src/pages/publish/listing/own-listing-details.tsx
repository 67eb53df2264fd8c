import { Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { ChangeBar } from '../../../forms/change-bar.tsx'
import { useKeptDraft } from '../../../forms/kept-draft.ts'
import { LeaveGuard } from '../../../forms/leave-guard.tsx'
import { RestoredNote } from '../../../forms/restored-note.tsx'
import { asPart } from '../../../lib/kept.ts'
import { ListingPictures } from '../../../parts/listing/listing-pictures.tsx'
import { useChangeListing } from '../../../queries/listing/listing-words.ts'
import { type Listing, listingQuery } from '../../../queries/listing/listings.ts'
import { ownedBy, useMay } from '../../../queries/session/may.ts'
import { common } from '../../../texts/common.ts'
import { publish } from '../../../texts/publish.ts'
import { trust } from '../../../texts/trust.ts'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { tellDone } from '../../../ui/feedback/tell-done.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { DataSheetSection } from './data-sheet-form.tsx'
import { listingChanges } from './listing-changes.ts'
import { changesOf, draftOfListing, type ListingDraft } from './listing-draft.ts'
import { ListingFacts } from './listing-facts.tsx'
import { AboutInput, BasicsInputs, RequirementsInput } from './listing-inputs.tsx'
import { SignedOnlySwitch } from './signed-only-switch.tsx'

const route = getRouteApi('/shell/publish/$listingId')

export function OwnListingDetails() {
  const { listingId } = route.useParams()
  const { data: listing } = useSuspenseQuery(listingQuery(listingId))
  const mayChange = useMay('changeListing', ownedBy(listing.organization))
  // The revision the forms were opened with: a change made meanwhile by somebody else is not overwritten, one made here is.
  const [revision, onSaved] = useState(listing.revision)
  const opened = { listing, revision, onSaved }
  return (
    <Stack gap="lg">
      <Section title={publish.tabs.details}>
        {mayChange ? (
          <DetailsForm {...opened} />
        ) : (
          <ListingFacts draft={draftOfListing(listing)} org={listing.organization.name} />
        )}
      </Section>
      <Section title={publish.pictures.title} lead={mayChange ? publish.pictures.hint : undefined}>
        <Boundary>
          <ListingPictures listing={listing} />
        </Boundary>
      </Section>
      <Boundary>
        <DataSheetSection {...opened} />
      </Boundary>
      <Section title={trust.signature}>
        <SignedOnlySwitch {...opened} />
      </Section>
    </Stack>
  )
}

interface Opened {
  listing: Listing
  revision: number
  onSaved: (revision: number) => void
}

function DetailsForm({ listing, revision, onSaved }: Opened) {
  const kept = useKeptDraft(`listing.${listing.id}`, asPart<ListingDraft>)
  const [opened, setOpened] = useState(() => draftOfListing(listing))
  const [draft, setDraft] = useState(() => ({ ...opened, ...kept.found }))
  const changes = listingChanges(opened, draft)
  const change = useChangeListing(listing.id)
  const begin = (next: ListingDraft) => {
    setOpened(next)
    setDraft(next)
    kept.forget()
  }
  const type = (next: ListingDraft) => {
    setDraft(next)
    // Only what differs is kept: what somebody else changes meanwhile is not taken back by an old draft.
    const typed = listingChanges(opened, next).map(({ id }) => [id, next[id as keyof ListingDraft]])
    if (typed.length > 0) kept.store(Object.fromEntries(typed))
    else kept.forget()
  }
  const discard = () => {
    begin(opened)
    change.reset()
  }
  const save = () => {
    change.mutate(
      { change: changesOf(draft, listing), revision },
      {
        onSuccess: (saved) => {
          onSaved(saved.revision)
          begin(draft)
          tellDone(publish.details.saved)
        },
      },
    )
  }
  const shared = { draft, onChange: type, failure: change.error }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <LeaveGuard unsaved={changes.length > 0} />
      <Stack gap="lg">
        {kept.restored ? <RestoredNote onDiscard={discard} /> : null}
        <FailureNote failure={change.error} atFields />
        <BasicsInputs {...shared} org={listing.organization.name} nameFixed variantFixed={listing.state !== null} />
        <AboutInput {...shared} />
        <RequirementsInput {...shared} />
        <ChangeBar changes={changes} save={common.save} busy={change.isPending} onDiscard={discard} />
      </Stack>
    </form>
  )
}
