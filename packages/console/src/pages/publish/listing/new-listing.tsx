import { Button, Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { NotForYou } from '../../../parts/access/only-for.tsx'
import { useCreateListing } from '../../../queries/listing/listing-words.ts'
import type { Listing } from '../../../queries/listing/listings.ts'
import { useOrganization } from '../../../queries/session/current-organization.ts'
import { ownedBy, useMay } from '../../../queries/session/may.ts'
import { common } from '../../../texts/common.ts'
import { publish } from '../../../texts/publish.ts'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Steps } from '../../../ui/layout/steps.tsx'
import { emptyListing, type ListingWord, missingForPublishing, writtenLinks } from './listing-draft.ts'
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
  const [draft, setDraft] = useState(emptyListing)
  const [step, setStep] = useState<Step>('basics')
  const [missing, setMissing] = useState<string[]>([])
  const [created, setCreated] = useState<Listing>()
  const create = useCreateListing()
  const mayCreate = useMay('createListing', ownedBy(organization))
  if (!organization) return null
  if (!mayCreate) return <NotForYou />
  if (create.data) return <NewListingDone listing={create.data} />

  const send = (publishing: boolean) => {
    const { variant, ...rest } = draft
    if (!variant) return go('basics')
    const words = { ...rest, variant, links: writtenLinks(rest.links) }
    create.mutate({ org: organization.id, words, created, publishing, onCreated: setCreated })
  }

  const go = (to: Step) => {
    setMissing([])
    setStep(to)
  }
  const forward = (form: HTMLFormElement) => {
    const open = neededBy[step].filter((name) => draft[name].trim() === '')
    setMissing(open)
    // Somebody at the end of a long form does not see what is missing at its beginning.
    if (open[0]) form.querySelector<HTMLElement>(`[name="${open[0]}"]`)?.focus()
    const next = order[order.indexOf(step) + 1]
    if (open.length === 0 && next) setStep(next)
  }
  const back = order[order.indexOf(step) - 1]
  const shared = { draft, onChange: setDraft, failure: create.error, missing, nameFixed: created !== undefined }
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
