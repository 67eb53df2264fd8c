import { Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Incidents } from '../../parts/installation/incidents.tsx'
import { type Overview, overviewQuery, publishingOverviewQuery } from '../../queries/platform/overview.ts'
import { useOrganization } from '../../queries/session/current-organization.ts'
import { home } from '../../texts/home.ts'
import { LinkButton } from '../../ui/action/link-button.tsx'
import { Figures } from '../../ui/layout/figures.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Time } from '../../ui/text/time.tsx'
import styles from './home.module.css'
import { Start } from './start.tsx'
import { Updates } from './updates.tsx'

const texts = home.running

/** How the applications fare that the organization runs: what fails first, then what to decide. */
export function RunningHome() {
  const organization = useOrganization()
  return organization ? <Shown org={organization.id} /> : null
}

function Shown({ org }: { org: string }) {
  const { data } = useSuspenseQuery(overviewQuery(org))
  const { data: publishing } = useQuery(publishingOverviewQuery(org))
  const { installations, incidents, updates, lastActivityAt, tenants } = data
  // Who publishes and has connected nothing may never want to run anything.
  const publishesOnly = tenants === 0 && (publishing === undefined || publishing.listings.length > 0)
  const begins = installations.total === 0 || lastActivityAt === null
  return (
    <Stack gap="lg">
      {incidents.length > 0 ? <Incidents incidents={incidents} /> : null}
      {updates.length > 0 ? <Updates updates={updates} /> : null}
      {installations.total > 0 ? <Running overview={data} /> : null}
      {begins && !publishesOnly ? <Start overview={data} /> : null}
    </Stack>
  )
}

/** What runs; that all is well only where it is. */
function Running({ overview: { installations, incidents, tenants, lastActivityAt } }: { overview: Overview }) {
  const { running, total } = installations
  return (
    <Section
      title={texts.title}
      actions={
        <LinkButton variant="default" size="xs" to="/manage">
          {texts.all}
        </LinkButton>
      }
    >
      <Stack gap="md">
        {incidents.length === 0 ? (
          <div className={styles.well} role="status">
            <IconCircleCheck size={30} stroke={1.6} className={styles.wellIcon} aria-hidden />
            <div>
              <Text fw={600}>{texts.well}</Text>
              <Text size="sm" c="dimmed">
                {texts.wellText(total)}
              </Text>
            </div>
          </div>
        ) : null}
        <Figures
          figures={[
            { name: texts.figures.running, value: texts.figures.of(running, total) },
            { name: texts.tenants, value: tenants },
            { name: texts.last, value: lastActivityAt ? <Time at={lastActivityAt} /> : texts.never },
          ]}
        />
      </Stack>
    </Section>
  )
}
