import { Alert, Button, Group, Loader, Select, Stack, Text, TextInput } from '@mantine/core'
import { expandEvents } from '@mkt/manifest'
import { IconCheck, IconSend } from '@tabler/icons-react'
import { useQuery, useSuspenseQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { StateBadge } from '../../../parts/state/state-badge.tsx'
import { deliveryQuery, useSendTestEvent } from '../../../queries/activity/deliveries.ts'
import type { Installation } from '../../../queries/installation/installations.ts'
import { listingQuery } from '../../../queries/listing/listings.ts'
import { releaseQuery } from '../../../queries/release/releases.ts'
import { type Grant, useGrant } from '../../../queries/session/grant.ts'
import { testEventTexts as texts } from '../../../texts/test-event.ts'
import { TextLink } from '../../../ui/action/link-button.tsx'
import { RefusedButton } from '../../../ui/action/refused-button.tsx'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { Section } from '../../../ui/layout/section.tsx'

/** Ends a launch: an event of the kind the app asks for, sent now, and what became of it. */
export function TestEvent({ installation }: { installation: Installation }) {
  const grant = useGrant('sendTestEvent', installation)
  return grant.shown ? <TestEventForm installation={installation} grant={grant} /> : null
}

function TestEventForm({ installation, grant }: { installation: Installation; grant: Grant }) {
  const [{ data: release }, { data: listing }] = useSuspenseQueries({
    queries: [releaseQuery(installation.release.id), listingQuery(installation.listing.id)],
  })
  const send = useSendTestEvent(installation.id)
  const [type, setType] = useState<string | null>(null)
  const [policyLocator, setPolicy] = useState('')
  const webhooks = release.manifest.platform?.webhooks ?? []
  const types = expandEvents(
    webhooks.flatMap(({ events }) => events),
    listing.variant,
  )
  const [first] = types
  if (first === undefined) return null
  if (grant.because !== undefined) {
    return (
      <Section title={texts.title} lead={texts.lead}>
        <RefusedButton label={texts.send} because={grant.because} variant="default" />
      </Section>
    )
  }
  const chosen = type ?? first
  return (
    <Section title={texts.title} lead={texts.lead}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send.mutate({ type: chosen, ...(policyLocator.trim() ? { policyLocator: policyLocator.trim() } : {}) })
        }}
      >
        <Stack gap="md">
          <Group gap="sm" align="flex-end">
            <Select
              label={texts.type}
              data={types}
              value={chosen}
              allowDeselect={false}
              searchable={types.length > 8}
              onChange={setType}
            />
            <TextInput
              label={texts.policy}
              placeholder={texts.policyHint}
              maxLength={64}
              value={policyLocator}
              onChange={(event) => setPolicy(event.currentTarget.value)}
            />
            <Button type="submit" variant="default" loading={send.isPending} leftSection={<IconSend size={16} />}>
              {texts.send}
            </Button>
          </Group>
          <FailureNote failure={send.error} />
          {send.data ? <Arrival key={send.data.deliveryId} installation={installation} sent={send.data} /> : null}
        </Stack>
      </form>
    </Section>
  )
}

interface Sent {
  deliveryId: string
  type: string
}

/** Watches the event on its way: on the road, arrived, or what the app said to it. */
function Arrival({ installation, sent }: { installation: Installation; sent: Sent }) {
  // The feed tells of every change; asking now and then covers a feed that is interrupted.
  const { data: delivery } = useQuery({
    ...deliveryQuery(sent.deliveryId),
    refetchInterval: ({ state: { data } }) => (data?.state === 'DELIVERED' ? false : 3_000),
  })
  const last = delivery?.attempts.at(-1)
  const link = (
    <TextLink
      to="/manage/installations/$installationId/activity"
      params={{ installationId: installation.id }}
      search={{ open: sent.deliveryId }}
      size="sm"
    >
      {texts.open}
    </TextLink>
  )
  if (delivery?.state === 'DELIVERED') {
    return (
      <Alert color="pine" role="status" icon={<IconCheck size={18} />} title={texts.arrived}>
        <Text size="sm">{texts.answered(sent.type, last?.status ?? 200, last?.durationMs ?? 0)}</Text>
        {link}
      </Alert>
    )
  }
  if (last === undefined) {
    return (
      <Group gap="xs" role="status">
        <Loader size={14} />
        <Text size="sm">{texts.underWay(sent.type)}</Text>
      </Group>
    )
  }
  return (
    <Alert color="red" role="status" title={texts.refused}>
      <Text size="sm">{last.status === null ? (last.error ?? texts.noAnswer) : texts.status(last.status)}</Text>
      <Group gap="sm" mt={4}>
        {delivery ? <StateBadge state={delivery.state} size="sm" /> : null}
        {link}
      </Group>
    </Alert>
  )
}
