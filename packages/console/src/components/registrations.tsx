import { Alert, Button, Code, Stack, Text } from '@mantine/core'
import { usePaged } from '../queries/paged.ts'
import { registrationsQuery } from '../queries/tenants.ts'
import { launch } from '../texts/launch.ts'
import { shell } from '../texts/shell.ts'
import { tenantTexts } from '../texts/tenants.ts'
import { TextLink } from './link-button.tsx'
import { StateBadge } from './state-badge.tsx'
import { Time } from './time.tsx'
import type { Sorting } from './use-sorting.ts'

interface Props {
  tenantId: string
  filter: { q?: string | undefined; state?: string | undefined }
  sorting: Sorting
}

/** Everything of ours in the tenant, by installation, and what the last comparison found. */
export function Registrations({ tenantId, filter, sorting }: Props) {
  const { items, more } = usePaged(registrationsQuery(tenantId, filter), sorting)
  if (items.length === 0) {
    return <Text c="dimmed">{filter.q || filter.state ? shell.noMatch : tenantTexts.nothingRegistered}</Text>
  }
  return (
    <Stack gap="lg">
      {items.map((item) => (
        <div key={item.installationId}>
          <TextLink
            to="/manage/installations/$installationId"
            params={{ installationId: item.installationId }}
            size="sm"
            fw={600}
          >
            {item.listing.title}
          </TextLink>{' '}
          <StateBadge state={item.state} size="sm" />{' '}
          {item.checkedAt ? (
            <Text component="span" size="xs" c="dimmed">
              {tenantTexts.checked} <Time at={item.checkedAt} />
            </Text>
          ) : null}
          {item.failure ? (
            <Alert color="red" mt="xs">
              {item.failure}
            </Alert>
          ) : null}
          <Stack gap={4} mt={6}>
            {item.webhooks.map((webhook) => (
              <Text key={webhook.name} size="sm">
                {launch.review.webhook} <Code>{webhook.name}</Code> {webhook.events.join(', ')}
              </Text>
            ))}
            {item.autofill.map((one) => (
              <Text key={one.name} size="sm">
                {launch.review.autofill} <Code>{one.name}</Code> {one.operations.join(', ')}
              </Text>
            ))}
            {item.externalRaters.map((rater) => (
              <Text key={rater.name} size="sm">
                {launch.review.rater} <Code>{rater.name}</Code>
              </Text>
            ))}
            {item.difference.map(({ at, what }) => (
              <Text key={`${at} ${what}`} size="sm" c="dimmed">
                <Time at={at} /> {what}
              </Text>
            ))}
          </Stack>
        </div>
      ))}
      {more ? (
        <Button variant="subtle" loading={more.busy} onClick={more.show}>
          {shell.loadMore}
        </Button>
      ) : null}
    </Stack>
  )
}
