import { Alert, Badge, Group, Stack, Text, Tooltip } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Asks } from '../components/asks.tsx'
import { Boundary } from '../components/boundary.tsx'
import { Comparison } from '../components/comparison.tsx'
import { ConfirmButton } from '../components/confirm-button.tsx'
import { Empty } from '../components/empty.tsx'
import { FilterInput } from '../components/filter-input.tsx'
import { FilterSelect } from '../components/filter-select.tsx'
import { TextLink } from '../components/link-button.tsx'
import { ProblemList } from '../components/problem-list.tsx'
import { Rows, rowStyles } from '../components/rows.tsx'
import { Section } from '../components/section.tsx'
import { StateBadge } from '../components/state-badge.tsx'
import { Time } from '../components/time.tsx'
import { useAddress } from '../components/use-address.ts'
import { useSorting } from '../components/use-sorting.ts'
import { shortDigest } from '../format.ts'
import { api } from '../queries/api.ts'
import { invalidateTopic } from '../queries/live.ts'
import { usePaged } from '../queries/paged.ts'
import { type Release, releaseQuery, releasesQuery } from '../queries/releases.ts'
import { publish } from '../texts/publish.ts'
import { shell } from '../texts/shell.ts'

const route = getRouteApi('/shell/publish/$listingId/releases')
const texts = publish.releases
const states = ['LIVE', 'SUPERSEDED', 'CHECKED', 'UPLOADED', 'REJECTED', 'FAILED']

export function OwnListingReleases() {
  const { listingId } = route.useParams()
  const { release } = route.useSearch()
  return (
    <Boundary of={`${listingId} ${release}`}>
      {release ? <ReleaseDetails id={release} /> : <Releases listingId={listingId} />}
    </Boundary>
  )
}

function Releases({ listingId }: { listingId: string }) {
  const { words, set } = useAddress()
  const sorting = useSorting('-createdAt', ['version', 'state', 'createdAt'])
  const { items, more } = usePaged(releasesQuery(listingId, { state: words.state, version: words.version }), sorting)
  if (items.length === 0 && !words.state && !words.version) {
    const icon = <IconPackage size={26} stroke={1.5} />
    return (
      <Section>
        <Empty title={texts.empty} text={texts.emptyText} icon={icon} />
      </Section>
    )
  }
  return (
    <Section
      flush
      title={texts.title}
      actions={
        <>
          <FilterInput label={texts.version} value={words.version} onChange={(version) => set({ version })} />
          <FilterSelect
            label={texts.state}
            any={publish.anyState}
            options={states.map((value) => ({ value, label: shell.states[value] ?? value }))}
            value={words.state}
            onChange={(state) => set({ state })}
          />
        </>
      }
    >
      {items.length === 0 ? <Empty title={shell.noMatch} icon={<IconPackage size={26} stroke={1.5} />} /> : null}
      <Rows
        caption={texts.title}
        items={items}
        more={more}
        sorting={sorting}
        keyOf={(release) => release.id}
        columns={[
          {
            label: texts.version,
            sort: '-version',
            cell: (release) => (
              <Link to="." search={(before) => ({ ...before, release: release.id })} className={rowStyles.link}>
                {release.version}
              </Link>
            ),
          },
          { label: texts.state, sort: 'state', cell: (release) => <StateBadge state={release.state} /> },
          { label: texts.promoted, cell: (release) => <Promoted release={release} /> },
          {
            label: texts.digest,
            cell: (release) => (
              <Tooltip label={release.imageDigest}>
                <Text size="sm" ff="monospace">
                  {shortDigest(release.imageDigest)}
                </Text>
              </Tooltip>
            ),
          },
          { label: texts.created, sort: '-createdAt', cell: (release) => <Time at={release.createdAt} /> },
          { label: '', align: 'right', cell: (release) => <Moves release={release} /> },
        ]}
      />
    </Section>
  )
}

function Promoted({ release }: { release: Release }) {
  if (release.followed) {
    return (
      <Badge variant="light" radius="sm" tt="none" fw={600}>
        {texts.follows}
      </Badge>
    )
  }
  if (release.promotedAt) return <Time at={release.promotedAt} />
  return (
    <Text size="sm" c="dimmed">
      {release.approved ? '–' : texts.waits}
    </Text>
  )
}

function Moves({ release }: { release: Release }) {
  const client = useQueryClient()
  const refresh = () => invalidateTopic(client, 'release')
  const ran = release.state === 'LIVE' || release.state === 'SUPERSEDED'
  return (
    <Group gap={4} justify="flex-end">
      {ran && release.approved && !release.followed ? (
        <ConfirmButton
          size="compact-sm"
          variant="subtle"
          label={texts.promote}
          text={texts.promoteText}
          act={() => api.promoteRelease({ params: { id: release.id } }).then(refresh)}
        />
      ) : null}
      {release.state === 'SUPERSEDED' ? (
        <ConfirmButton
          size="compact-sm"
          variant="subtle"
          label={texts.rollback}
          text={texts.rollbackText}
          act={() => api.rollbackRelease({ params: { id: release.id } }).then(refresh)}
        />
      ) : null}
    </Group>
  )
}

function ReleaseDetails({ id }: { id: string }) {
  const { data: release } = useSuspenseQuery(releaseQuery(id))
  const problems = [...release.problems, ...release.warnings]
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Group gap="sm">
          <TextLink to="." search={({ release: _, ...before }) => before} size="sm">
            {texts.back}
          </TextLink>
          <Text fw={650} size="lg">
            {release.version}
          </Text>
          <StateBadge state={release.state} />
          <Promoted release={release} />
        </Group>
        <Moves release={release} />
      </Group>
      {release.failure ? (
        <Alert color="red" title={texts.failure}>
          <Text size="sm" ff="monospace" style={{ whiteSpace: 'pre-wrap' }}>
            {release.failure}
          </Text>
        </Alert>
      ) : null}
      {release.asksMore.length > 0 ? (
        <Alert color="clay" title={texts.asksMore}>
          {release.asksMore.map((ask) => `${ask.kind} ${ask.what}`).join(', ')}
        </Alert>
      ) : null}
      {problems.length > 0 ? (
        <Section title={texts.problems}>
          <ProblemList problems={problems} />
        </Section>
      ) : null}
      <Section title={texts.changed}>
        <Boundary>
          <Comparison releaseId={id} />
        </Boundary>
      </Section>
      <Section title={publish.manifest.asks}>
        <Asks manifest={release.manifest} />
      </Section>
    </Stack>
  )
}
