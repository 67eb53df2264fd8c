import { Badge, Group, Text } from '@mantine/core'
import type { Incident } from '../../queries/platform/overview.ts'
import { home } from '../../texts/home.ts'
import { manage } from '../../texts/manage.ts'
import { LinkButton, TextLink } from '../../ui/action/link-button.tsx'
import { Section } from '../../ui/layout/section.tsx'
import itemStyles from '../../ui/list/items.module.css'
import { Tag } from '../../ui/text/tag.tsx'
import { Time } from '../../ui/text/time.tsx'
import { ListingIcon } from '../listing/listing-icon.tsx'
import { Remedy } from './remedy.tsx'

const texts = home.running

interface Props {
  incidents: Incident[]
  /** For people who run the installations, not for those who look on. */
  remedies?: boolean
}

/** What fails, the most urgent first, with cause and one action each. */
export function Incidents({ incidents, remedies = true }: Props) {
  return (
    <Section
      title={texts.incidents}
      lead={texts.incidentsLead(incidents.length)}
      actions={
        remedies ? (
          <LinkButton variant="default" size="xs" to="/manage" search={{ health: 'incident' }}>
            {texts.allIncidents}
          </LinkButton>
        ) : null
      }
    >
      <ul className={itemStyles.list} aria-label={texts.incidents}>
        {incidents.map((incident) => (
          <li key={incident.id} className={itemStyles.item}>
            <ListingIcon listing={incident.listing} size={36} />
            <div className={itemStyles.words}>
              <Group gap={8}>
                <TextLink to="/manage/installations/$installationId" params={{ installationId: incident.id }} fw={600}>
                  {incident.name}
                </TextLink>
                <Badge
                  variant="light"
                  color={incident.health.state === 'failing' ? 'red' : 'clay'}
                  radius="sm"
                  tt="none"
                  fw={600}
                >
                  {manage.health[incident.health.state]}
                </Badge>
                {incident.tenant ? <Tag>{incident.tenant.name}</Tag> : null}
                {incident.test ? <Tag>{manage.test}</Tag> : null}
              </Group>
              <Text size="sm">
                {incident.health.cause}{' '}
                {incident.health.since ? (
                  <Text component="span" size="sm" c="dimmed">
                    {texts.since} <Time at={incident.health.since} />.
                  </Text>
                ) : null}
              </Text>
              <Text size="sm" c="dimmed">
                {incident.health.remedy}
              </Text>
            </div>
            {remedies ? <Remedy installation={incident} /> : null}
          </li>
        ))}
      </ul>
    </Section>
  )
}
