import { Button, Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useKeptDraft } from '../../../forms/kept-draft.ts'
import { RestoredNote } from '../../../forms/restored-note.tsx'
import { asPart } from '../../../lib/kept.ts'
import { NotForYou } from '../../../parts/access/only-for.tsx'
import { useCreateListing } from '../../../queries/listing/listing-words.ts'
import type { Listing } from '../../../queries/listing/listings.ts'
import { useOrganization } from '../../../queries/session/current-organization.ts'
import { ownedBy, useMay } from '../../../queries/session/may.ts'
import type { Membership } from '../../../queries/session/session.ts'
import { common } from '../../../texts/common.ts'
import { publish } from '../../../texts/publish.ts'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Steps } from '../../../ui/layout/steps.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import {
  emptyListing,
  type ListingDraft,
  type ListingWord,
  missingForPublishing,
  writtenLinks,
} from './listing-draft.ts'
import { AboutInput, BasicsInputs, RequirementsInput } from './listing-inputs.tsx'
import { ListingReview } from './listing-review.tsx'
import { NewListingDone } from './new-listing-done.tsx'

const order = ['basics', 'about', 'requirements', 'review'] as const
type Step = (typeof order)[number]
const neededBy: Record<Step, ListingWord[]> = {
  basics: ['title', 'appName', 'variant'],
  about: ['about'],
  requirements: ['requirements'],
  review: [],
}

export function NewListingPage() {
  const organization = useOrganization()
  return organization ? <NewListing key={organization.id} organization={organization} /> : null
}

function NewListing({ organization }: { organization: Membership }) {
  const { words, push } = useAddress()
  const kept = useKeptDraft(`new-listing.${organization.id}`, asPart<ListingDraft>)
  const [draft, setDraft] = useState<ListingDraft>(() => ({ ...emptyListing, ...kept.found }))
  const step = order.find((one) => one === words.step) ?? 'basics'
  const [missing, setMissing] = useState<string[]>([])
  const [created, setCreated] = useState<Listing>()
  const create = useCreateListing()
  const mayCreate = useMay('createListing', ownedBy(organization))
  if (!mayCreate) return <NotForYou />
  if (create.data) return <NewListingDone listing={create.data} />

  const type = (next: ListingDraft) => {
    setDraft(next)
    kept.store(next)
  }
  const send = (publishing: boolean) => {
    const { variant, ...rest } = draft
    if (!variant) return go('basics')
    const words = { ...rest, variant, links: writtenLinks(rest.links) }
    create.mutate({ org: organization.id, words, created, publishing, onCreated })
  }

  const onCreated = (listing: Listing) => {
    setCreated(listing)
    kept.forget()
  }
  const go = (to: Step) => {
    setMissing([])
    push({ step: to })
  }
  const forward = (form: HTMLFormElement) => {
    const open = neededBy[step].filter((name) => draft[name].trim() === '')
    setMissing(open)
    // Somebody at the end of a long form does not see what is missing at its beginning.
    if (open[0]) form.querySelector<HTMLElement>(`[name="${open[0]}"]`)?.focus()
    const next = order[order.indexOf(step) + 1]
    if (open.length === 0 && next) push({ step: next })
  }
  const back = order[order.indexOf(step) - 1]
  const shared = { draft, onChange: type, failure: create.error, missing, nameFixed: created !== undefined }
  return (
    <>
      <PageHeader crumbs={<Link to="/publish">{publish.title}</Link>} title={publish.newListing} />
      <Steps
        label={publish.newListing}
        steps={order.map((id) => ({ id, label: publish.steps[id] }))}
        current={step}
        onGo={(id) => go(id as Step)}
      />
      <Section narrow>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            forward(event.currentTarget)
          }}
        >
          <Stack gap="lg">
            {kept.restored ? (
              <RestoredNote
                onDiscard={() => {
                  setDraft(emptyListing)
                  kept.forget()
                  go('basics')
                }}
              />
            ) : null}
            <FailureNote failure={create.error} atFields={step !== 'review'} />
            {step === 'basics' ? <BasicsInputs {...shared} org={organization.name} /> : null}
            {step === 'about' ? <AboutInput {...shared} /> : null}
            {step === 'requirements' ? <RequirementsInput {...shared} /> : null}
            {step === 'review' ? <ListingReview draft={draft} org={organization.name} /> : null}
            <Group justify="space-between">
              {back ? (
                <Button variant="default" onClick={() => go(back)}>
                  {common.back}
                </Button>
              ) : (
                <span />
              )}
              {step === 'review' ? (
                <Group gap="sm" justify="flex-end">
                  <Button variant="default" loading={create.isPending} onClick={() => send(false)}>
                    {publish.review.keep}
                  </Button>
                  <Button
                    loading={create.isPending}
                    disabled={missingForPublishing(draft).length > 0}
                    onClick={() => send(true)}
                  >
                    {publish.review.publish}
                  </Button>
                </Group>
              ) : (
                <Button type="submit">{common.next}</Button>
              )}
            </Group>
          </Stack>
        </form>
      </Section>
    </>
  )
}
