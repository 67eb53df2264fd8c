import { ActionIcon, Drawer, Group, Kbd, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Drawer.css'
import '@mantine/core/styles/Kbd.css'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { entryKind } from '../../../lib/entry-kind.ts'
import { formatDuration, formatExact } from '../../../lib/format.ts'
import { problemWords } from '../../../lib/problem-words.ts'
import { TraceLink } from '../../../parts/trace/trace-link.tsx'
import { type ActivityDetails, activityDetailsQuery } from '../../../queries/activity/activity.ts'
import type { Installation } from '../../../queries/installation/installations.ts'
import { activityTexts as texts } from '../../../texts/activity.ts'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { Facts } from '../../../ui/layout/facts.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { CallDetails } from '../delivery/call-details.tsx'
import { DeliveryDetails } from '../delivery/delivery-details.tsx'
import { Locators } from './locators.tsx'
import { Outcome } from './outcome.tsx'
import { RequestLog } from './request-log.tsx'
import { RequestPart } from './request-part.tsx'

interface Props {
  id: string | undefined
  installation: Installation
  steps: { next: (() => void) | undefined; previous: (() => void) | undefined }
  onClose: () => void
}

/** One entry beside the list: what it was, how it went, what it carried; J and K lead to the ones beside it. */
export function ActivityDrawer({ id, installation, steps, onClose }: Props) {
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={texts.one[entryKind(id ?? '')]}
    >
      {id ? (
        <Stack gap="lg">
          <Group justify="space-between">
            <Text size="sm" c="dimmed">
              <Kbd size="xs">J</Kbd> {texts.next} · <Kbd size="xs">K</Kbd> {texts.previous}
            </Text>
            <Group gap={4}>
              <ActionIcon
                variant="default"
                aria-label={texts.next}
                disabled={steps.next === undefined}
                onClick={steps.next}
              >
                <IconChevronDown size={16} />
              </ActionIcon>
              <ActionIcon
                variant="default"
                aria-label={texts.previous}
                disabled={steps.previous === undefined}
                onClick={steps.previous}
              >
                <IconChevronUp size={16} />
              </ActionIcon>
            </Group>
          </Group>
          <Boundary of={id}>
            <Details key={id} id={id} installation={installation} />
          </Boundary>
        </Stack>
      ) : null}
    </Drawer>
  )
}

function Details({ id, installation }: { id: string; installation: Installation }) {
  const { data: entry } = useSuspenseQuery(activityDetailsQuery(installation.id, id))
  const { organizationId } = installation
  return (
    <Stack gap="lg">
      {entry.locators.length > 0 ? (
        <Facts
          rows={[{ name: texts.about, value: <Locators locators={entry.locators} organizationId={organizationId} /> }]}
        />
      ) : null}
      <OfKind entry={entry} installation={installation} />
      <RequestPart entry={entry} installation={installation} />
      {entry.requestId ? (
        <Boundary lines={2} of={id}>
          <RequestLog installation={installation} requestId={entry.requestId} />
        </Boundary>
      ) : null}
    </Stack>
  )
}

function OfKind({ entry, installation }: { entry: ActivityDetails; installation: Installation }) {
  if (entry.kind === 'delivery') return <DeliveryDetails id={entry.id} installation={installation} />
  if (entry.kind !== 'tenant-call' && entry.kind !== 'hook')
    return <CallDetails id={entry.id} installation={installation} />
  return (
    <Facts
      rows={[
        { name: texts.what, value: entry.name },
        { name: texts.status, value: <Outcome entry={entry} /> },
        { name: texts.problem, value: entry.code && problemWords(entry.code) },
        { name: texts.at, value: formatExact(entry.at) },
        { name: texts.duration, value: entry.durationMs === null ? null : formatDuration(entry.durationMs) },
        { name: texts.requestId, value: entry.requestId ? <Tag mono>{entry.requestId}</Tag> : null },
        { name: texts.traceId, value: entry.traceId ? <TraceLink id={entry.traceId} /> : null },
      ]}
    />
  )
}
