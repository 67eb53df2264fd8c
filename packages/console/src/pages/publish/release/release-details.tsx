import { Alert, Group, Stack, Text, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Asks } from '../../../parts/release/asks.tsx'
import { Comparison } from '../../../parts/release/comparison.tsx'
import { ProblemList } from '../../../parts/release/problem-list.tsx'
import { ReleaseNotes } from '../../../parts/release/release-notes.tsx'
import { StateBadge } from '../../../parts/state/state-badge.tsx'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { type Release, releaseQuery, releasesQuery } from '../../../queries/release/releases.ts'
import { publish } from '../../../texts/publish.ts'
import { TextLink } from '../../../ui/action/link-button.tsx'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { rowStyles } from '../../../ui/list/rows.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { Tag } from '../../../ui/text/tag.tsx'
import { Progress, ReleaseMoves, RollbackBadge } from './release-moves.tsx'
import { ReleasePromotion } from './release-promotion.tsx'
import { ReleaseTrials } from './release-trials.tsx'

const texts = publish.releases

/** One release: what became of it, what it asks for and what is different. */
export function ReleaseDetails({ id, listingId }: { id: string; listingId: string }) {
  const { data: release } = useSuspenseQuery(releaseQuery(id))
  // What was seen of a release that failed is shown whole above; it is not said twice.
  const problems = [...release.problems, ...release.warnings].filter((one) => one.message !== release.failure)
  return (
    <Stack gap="lg">
      <div>
        <TextLink to="." search={({ release: _, with: __, ...before }) => before} size="sm" className={rowStyles.back}>
          <IconArrowLeft size={15} aria-hidden />
          {texts.back}
        </TextLink>
        <Group justify="space-between">
          <Group gap="sm">
            <Title order={2}>{texts.one(release.version)}</Title>
            <StateBadge state={release.state} />
            <RollbackBadge release={release} />
            {release.failure || release.state === 'REJECTED' ? null : <Progress release={release} />}
          </Group>
          <ReleaseMoves release={release} />
        </Group>
      </div>
      <Seen title={texts.failure} text={release.failure} />
      <Seen title={texts.rollbackFailed} text={release.rollback?.reason} />
      {release.rollback?.state === 'PENDING' ? (
        <Alert color="blue" title={texts.rollbackPending}>
          {texts.rollbackPendingText}
        </Alert>
      ) : null}
      {release.asksMore.length > 0 ? (
        <Alert color="clay" title={texts.asksMore}>
          <Group gap={6}>
            {release.asksMore.map((ask) => (
              <Tag key={ask.kind + ask.what}>
                {ask.kind} {ask.what}
              </Tag>
            ))}
          </Group>
        </Alert>
      ) : null}
      <ReleaseNotes html={release.notesHtml} />
      <Text size="sm" c="dimmed">
        {release.conformance ? texts.conformance(release.conformance) : texts.noConformance(release.version)}
      </Text>
      {problems.length > 0 ? (
        <Section title={texts.problems}>
          <ProblemList problems={problems} />
        </Section>
      ) : null}
      <Boundary>
        <Changed release={release} listingId={listingId} />
      </Boundary>
      <Boundary>
        <ReleasePromotion release={release} />
      </Boundary>
      <Boundary>
        <ReleaseTrials release={release} />
      </Boundary>
      <Section title={publish.manifest.asks}>
        <Asks manifest={release.manifest} />
      </Section>
    </Stack>
  )
}

/** What was seen when something did not become healthy, as it was written. */
function Seen({ title, text }: { title: string; text: string | null | undefined }) {
  if (!text) return null
  return (
    <Alert color="red" title={title}>
      <Text size="sm" ff="monospace" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Text>
    </Alert>
  )
}

/** What is different from another release: the one before it, unless another is chosen. */
function Changed({ release, listingId }: { release: Release; listingId: string }) {
  const { words } = useAddress()
  const { items } = usePaged(releasesQuery(listingId), { shown: defaultOrders.releases })
  const others = items.filter((one) => one.id !== release.id)
  return (
    <Section
      title={texts.changed}
      actions={
        others.length > 0 ? (
          <FilterSelect
            label={texts.compare}
            any={texts.compareBefore}
            options={others.map(({ id, version }) => ({ value: id, label: texts.compareTo(version) }))}
            word="with"
          />
        ) : null
      }
    >
      <Boundary of={words.with ?? ''}>
        <Comparison releaseId={release.id} withId={words.with} />
      </Boundary>
    </Section>
  )
}
