import { Badge, Group, Stack, Text } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { formatNumber } from '../../../lib/format.ts'
import { StateBadge } from '../../../parts/state/state-badge.tsx'
import { type Installs, installsQuery } from '../../../queries/listing/listings.ts'
import { common } from '../../../texts/common.ts'
import { publish } from '../../../texts/publish.ts'
import { stateTexts } from '../../../texts/states.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { FilterInput } from '../../../ui/list/filter-input.tsx'
import { Rows } from '../../../ui/list/rows.tsx'
import { useLocalList } from '../../../ui/list/use-local-list.ts'
import { Tag } from '../../../ui/text/tag.tsx'
import { FailingInstalls } from './failing-installs.tsx'

const texts = publish.usage
type ReleaseInstalls = Installs['releases'][number]
const releaseList = {
  defaultOrder: '-version',
  keys: { version: (one: ReleaseInstalls) => one.release.version, total: (one: ReleaseInstalls) => one.total },
  text: ({ release, states }: ReleaseInstalls) =>
    [release.version, ...states.map(({ state }) => stateTexts.states[state] ?? state)].join(' '),
  sort: 'releases',
  q: 'release',
}

/** How many have each release, how they fare, and which of the publisher's own fail, and why. */
export function InstallsByRelease({ listingId }: { listingId: string }) {
  const { data } = useSuspenseQuery(installsQuery(listingId))
  const { items, more, sorting, search } = useLocalList(data.releases, releaseList)
  return (
    <Stack gap="lg">
      <Section
        flush
        title={texts.installs}
        lead={texts.installsLead}
        actions={search ? <FilterInput label={texts.searchReleases} {...search} /> : null}
      >
        {items.length === 0 ? (
          <Empty title={search ? common.noMatch : texts.noInstalls} icon={<IconChartBar size={26} stroke={1.5} />} />
        ) : (
          <Rows
            caption={texts.installs}
            items={items}
            more={more}
            sorting={sorting}
            keyOf={(one) => one.release.id}
            columns={[
              { label: texts.release, sort: '-version', cell: ({ release }) => <Version release={release} /> },
              { label: texts.total, sort: '-total', cell: (one) => <Total one={one} /> },
              { label: texts.states, cell: (one) => <States one={one} /> },
              { label: texts.fails, cell: (one) => <Fails one={one} /> },
            ]}
          />
        )}
      </Section>
      {data.failing.length > 0 ? <FailingInstalls failing={data.failing} /> : null}
    </Stack>
  )
}

function Version({ release }: { release: ReleaseInstalls['release'] }) {
  return (
    <Group gap={8}>
      <Tag mono>{release.version}</Tag>
      <StateBadge state={release.state} size="sm" />
    </Group>
  )
}

function Total({ one }: { one: ReleaseInstalls }) {
  return (
    <div>
      {formatNumber(one.total)}
      {one.own > 0 ? (
        <Text size="xs" c="dimmed">
          {texts.ownCount(formatNumber(one.own))}
        </Text>
      ) : null}
    </div>
  )
}

function States({ one }: { one: ReleaseInstalls }) {
  return (
    <Group gap={6}>
      {one.states.map(({ state, count }) => (
        <Badge key={state} variant="light" radius="sm" tt="none" fw={600} color={state === 'ERROR' ? 'red' : 'pine'}>
          {formatNumber(count)} {stateTexts.states[state] ?? state}
        </Badge>
      ))}
    </Group>
  )
}

function Fails({ one }: { one: ReleaseInstalls }) {
  const steps = [...one.errors, ...one.failures.map(({ operation, count }) => ({ step: operation, count }))]
  if (steps.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {texts.fine}
      </Text>
    )
  }
  return (
    <Group gap={6}>
      {steps.map(({ step, count }) => (
        <Tag key={step}>
          {texts.steps[step] ?? step}: {formatNumber(count)}
        </Tag>
      ))}
    </Group>
  )
}
