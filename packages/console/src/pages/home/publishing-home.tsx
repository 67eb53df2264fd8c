import { Stack, Text } from '@mantine/core'
import { IconBuildingStore } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatNumber } from '../../lib/format.ts'
import { StateBadge } from '../../parts/state/state-badge.tsx'
import { overviewQuery, type PublishedListing, publishingOverviewQuery } from '../../queries/platform/overview.ts'
import { useOrganization } from '../../queries/session/current-organization.ts'
import { ownedBy, useMay } from '../../queries/session/may.ts'
import { home } from '../../texts/home.ts'
import { LinkButton } from '../../ui/action/link-button.tsx'
import { Empty } from '../../ui/layout/empty.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Rows, rowStyles } from '../../ui/list/rows.tsx'
import { Named } from '../../ui/text/named.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import { PublishingReviews } from './publishing-reviews.tsx'

const texts = home.publishing

/** How the applications fare that the organization publishes, and what is left until they are public. */
export function PublishingHome() {
  const organization = useOrganization()
  return organization ? <Shown org={organization.id} /> : null
}

function Shown({ org }: { org: string }) {
  const { data } = useSuspenseQuery(publishingOverviewQuery(org))
  const mayCreate = useMay('createListing', ownedBy({ id: org }))
  const { data: running } = useQuery(overviewQuery(org))
  if (data.listings.length === 0) {
    // An organization that runs applications has shown what it is here for.
    return mayCreate && running?.tenants === 0 ? (
      <Section>
        <Empty
          small
          title={texts.empty}
          text={texts.emptyText}
          icon={<IconBuildingStore size={26} stroke={1.5} />}
          action={
            <LinkButton variant="default" to="/publish/new">
              {texts.new}
            </LinkButton>
          }
        />
      </Section>
    ) : null
  }
  return (
    <Stack gap="lg">
      {data.reviews.length > 0 ? <PublishingReviews reviews={data.reviews} /> : null}
      <Section
        flush
        title={texts.title}
        actions={
          <LinkButton variant="default" size="xs" to="/publish">
            {texts.all}
          </LinkButton>
        }
      >
        <Rows
          caption={texts.title}
          items={data.listings}
          keyOf={({ id }) => id}
          columns={[
            {
              label: texts.app,
              cell: ({ id, title, name }) => (
                <Named
                  name={
                    <Link to="/publish/$listingId" params={{ listingId: id }} className={rowStyles.link}>
                      {title}
                    </Link>
                  }
                  detail={name}
                />
              ),
            },
            { label: texts.state, cell: ({ state }) => <StateBadge state={state} /> },
            { label: texts.installs, cell: ({ installations }) => formatNumber(installations) },
            { label: texts.releases, long: true, cell: (listing) => <Releases listing={listing} /> },
            { label: texts.next, long: true, cell: (listing) => <NextStep listing={listing} /> },
          ]}
        />
      </Section>
    </Stack>
  )
}

function Releases({ listing: { releases } }: { listing: PublishedListing }) {
  if (releases.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {texts.noInstalls}
      </Text>
    )
  return (
    <Stack gap={4}>
      {releases.map(({ id, version, failing, requests, failed }) => (
        <Text key={id} size="sm">
          <Tag mono>{version}</Tag>{' '}
          {failing > 0 ? (
            <Text component="span" size="sm" c="red" fw={600}>
              {texts.failing(failing)} ·{' '}
            </Text>
          ) : null}
          {texts.requests(formatNumber(requests), formatNumber(failed))}
        </Text>
      ))}
    </Stack>
  )
}

function NextStep({ listing: { steps } }: { listing: PublishedListing }) {
  const next = steps.find(({ done }) => !done)
  if (next === undefined) return <Text c="dimmed">{texts.done}</Text>
  return (
    <Named
      name={texts.steps[next.step]}
      detail={texts.progress(steps.filter(({ done }) => done).length, steps.length)}
    />
  )
}
