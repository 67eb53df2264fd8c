import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../queries/api.ts'
import { useOrganization } from '../../../queries/current-organization.ts'
import type { Listing } from '../../../queries/listings.ts'
import { common } from '../../../texts/common.ts'
import { publish } from '../../../texts/publish.ts'
import { LinkButton } from '../../../ui/action/link-button.tsx'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Steps } from '../../../ui/layout/steps.tsx'
import { CopyLine } from '../../../ui/text/copy-line.tsx'
import { emptyListing, type ListingWord, missingForPublishing, writtenLinks } from './listing-draft.ts'
import { AboutInput, BasicsInputs, RequirementsInput } from './listing-inputs.tsx'
import { ListingReview } from './listing-review.tsx'

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
  const client = useQueryClient()
  const [draft, setDraft] = useState(emptyListing)
  const [step, setStep] = useState<Step>('basics')
  const [missing, setMissing] = useState<string[]>([])
  const [created, setCreated] = useState<Listing>()
  const send = useMutation({
    mutationFn: async (publishing: boolean) => {
      const { appName, title, variant, ...rest } = draft
      const words = { ...rest, links: writtenLinks(rest.links) }
      if (!organization || !variant) throw new Error('The first step is not complete.')
      // A try that created the listing and then failed to publish is continued, not repeated.
      const listing =
        created ??
        (await api.createListing({ params: { org: organization.id }, body: { appName, title, variant, ...words } }))
      if (created) await api.changeListing({ params: { id: listing.id }, body: { title, variant, ...words } })
      setCreated(listing)
      return publishing ? api.publishListing({ params: { id: listing.id } }) : listing
    },
    onSuccess: () => void client.invalidateQueries({ queryKey: ['listings'] }),
  })
  if (!organization) return null
  if (send.data) return <Done listing={send.data} />

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
  const shared = { draft, onChange: setDraft, failure: send.error, missing, nameFixed: created !== undefined }
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
            <FailureNote failure={send.error} atFields={step !== 'review'} />
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
                  <Button variant="default" loading={send.isPending} onClick={() => send.mutate(false)}>
                    {publish.review.keep}
                  </Button>
                  <Button
                    loading={send.isPending}
                    disabled={missingForPublishing(draft).length > 0}
                    onClick={() => send.mutate(true)}
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

function Done({ listing }: { listing: Listing }) {
  if (listing.state === null) {
    return (
      <>
        <PageHeader title={publish.done.kept(listing.title)} lead={publish.done.keptLead} />
        <LinkButton to="/publish/$listingId" params={{ listingId: listing.id }}>
          {publish.done.open}
        </LinkButton>
      </>
    )
  }
  return (
    <>
      <PageHeader title={publish.done.title(listing.title)} lead={publish.done.lead} />
      <Section>
        <Stack gap="md">
          <div>
            <Text size="sm" fw={600} mb={4}>
              {publish.done.name}
            </Text>
            <CopyLine value={listing.name} label={publish.done.name} />
          </div>
          <div>
            <Text size="sm" fw={600} mb={4}>
              {publish.done.init}
            </Text>
            <CopyLine value={listing.initCommand} label={publish.done.init} />
          </div>
          <div>
            <Text size="sm" fw={600} mb={4}>
              {publish.done.push}
            </Text>
            <CopyLine value={listing.pushAddress} label={publish.done.push} />
          </div>
          <Group>
            <LinkButton to="/publish/$listingId" params={{ listingId: listing.id }}>
              {publish.done.open}
            </LinkButton>
            <LinkButton variant="default" to="/publish/$listingId/manifest" params={{ listingId: listing.id }}>
              {publish.done.manifest}
            </LinkButton>
          </Group>
        </Stack>
      </Section>
    </>
  )
}
