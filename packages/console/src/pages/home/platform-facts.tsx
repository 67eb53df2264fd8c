import { Text } from '@mantine/core'
import type { StateName } from '@mkt/contract/states'
import { formatBytes, formatDuration, formatNumber } from '../../lib/format.ts'
import type { PlatformOverview } from '../../queries/platform/overview.ts'
import { home } from '../../texts/home.ts'
import { stateTexts } from '../../texts/states.ts'
import { Facts } from '../../ui/layout/facts.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Named } from '../../ui/text/named.tsx'
import styles from './home.module.css'

const texts = home.operating
type Counts = PlatformOverview['instances']

/** "6 running, 1 starting", in the words of the states. */
function inWords(counts: Counts, words: Record<string, string>): string {
  if (counts.length === 0) return texts.none
  return counts.map(({ state, count }) => `${formatNumber(count)} ${(words[state] ?? state).toLowerCase()}`).join(', ')
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
          { name: texts.instances, value: inWords(overview.instances, states) },
          { name: texts.deployments, value: inWords(overview.deployments, states) },
          { name: texts.installations, value: inWords(overview.installations, states) },
          { name: texts.restarts, value: formatNumber(restarts) },
          { name: texts.tokens, value: inWords(overview.credentials, texts.tokenStates) },
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
      <ul className={styles.list}>
        {apps.map(({ app, waiting, oldestSeconds }) => (
          <li key={app} className={styles.item}>
            <Named name={app} detail={texts.backlogLine(formatNumber(waiting), formatDuration(oldestSeconds * 1000))} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
