import { Text } from '@mantine/core'
import type { StateName } from '@mkt/contract/states'
import { Fragment } from 'react'
import { formatBytes, formatDuration, formatNumber } from '../../lib/format.ts'
import { StateBadge } from '../../parts/state/state-badge.tsx'
import type { PlatformOverview } from '../../queries/platform/overview.ts'
import { home } from '../../texts/home.ts'
import { stateTexts } from '../../texts/states.ts'
import { TextLink } from '../../ui/action/link-button.tsx'
import { Facts } from '../../ui/layout/facts.tsx'
import { Section } from '../../ui/layout/section.tsx'
import itemStyles from '../../ui/list/items.module.css'
import { Named } from '../../ui/text/named.tsx'
import { Time } from '../../ui/text/time.tsx'

const texts = home.operating
type Counts = PlatformOverview['instances']

type Words = Record<string, string>

const inWords = ({ state, count }: Counts[number], words: Words) =>
  `${formatNumber(count)} ${(words[state] ?? state).toLowerCase()}`

/** "6 running, 1 starting", in the words of the states. */
function listed(counts: Counts, words: Words): string {
  return counts.length === 0 ? texts.none : counts.map((count) => inWords(count, words)).join(', ')
}

interface LinkedProps {
  counts: Counts
  words: Words
  /** What the list of installations is narrowed to; undefined where a count needs no look. */
  search: (state: string) => { state: string } | { trouble: string } | undefined
}

/** The same with a way to the installations behind each count. */
function Linked({ counts, words, search }: LinkedProps) {
  if (counts.length === 0) return texts.none
  return counts.map((count, index) => {
    const to = search(count.state)
    return (
      <Fragment key={count.state}>
        {index > 0 ? ', ' : ''}
        {to ? (
          <TextLink to="/operate/installations" search={to} inherit>
            {inWords(count, words)}
          </TextLink>
        ) : (
          inWords(count, words)
        )}
      </Fragment>
    )
  })
}

export function PlatformFacts({ overview }: { overview: PlatformOverview }) {
  const states: Record<StateName | string, string> = stateTexts.states
  const { processes, database, restarts } = overview
  const { bytes, connections, connectionsMax } = database
  return (
    <Section title={texts.facts}>
      <Facts
        rows={[
          { name: texts.processes, value: texts.processCount(processes.up, processes.silent) },
          { name: texts.database, value: texts.databaseValue(formatBytes(bytes), connections, connectionsMax) },
          { name: texts.instances, value: listed(overview.instances, states) },
          { name: texts.deployments, value: listed(overview.deployments, states) },
          {
            name: texts.installations,
            value: <Linked counts={overview.installations} words={states} search={(state) => ({ state })} />,
          },
          { name: texts.restarts, value: formatNumber(restarts) },
          {
            name: texts.tokens,
            value: (
              <Linked
                counts={overview.credentials}
                words={texts.tokenStates}
                search={(trouble) => (trouble === 'working' ? undefined : { trouble })}
              />
            ),
          },
        ]}
      />
    </Section>
  )
}

/** The applications with most waiting events. */
export function Backlog({ apps }: { apps: PlatformOverview['events']['apps'] }) {
  return (
    <Section title={texts.backlog}>
      {apps.length === 0 ? <Text c="dimmed">{texts.noBacklog}</Text> : null}
      <ul className={itemStyles.list}>
        {apps.map(({ id, app, waiting, oldestSeconds }) => (
          <li key={id} className={itemStyles.item}>
            <Named
              name={
                <TextLink
                  to="/operate/installations"
                  search={{ listing: id, trouble: 'waiting', sort: '-waiting' }}
                  inherit
                >
                  {app}
                </TextLink>
              }
              detail={texts.backlogLine(formatNumber(waiting), formatDuration(oldestSeconds * 1000))}
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Where instances do not work: the way to the deployment behind the counts. */
export function SickDeployments({ sick }: { sick: PlatformOverview['sick'] }) {
  return (
    <Section title={texts.sick}>
      {sick.length === 0 ? <Text c="dimmed">{texts.noneSick}</Text> : null}
      <ul className={itemStyles.list}>
        {sick.map(({ id, state, listing, version, since }) => (
          <li key={id} className={itemStyles.item}>
            <div className={itemStyles.words}>
              <Named
                name={
                  <TextLink
                    to="/publish/$listingId/deployments"
                    params={{ listingId: listing.id }}
                    search={{ deployment: id }}
                    inherit
                  >
                    {listing.name}
                  </TextLink>
                }
                detail={
                  <>
                    {texts.sickLine(version)} · <Time at={since} />
                  </>
                }
              />
            </div>
            <StateBadge state={state} size="sm" />
          </li>
        ))}
      </ul>
    </Section>
  )
}
