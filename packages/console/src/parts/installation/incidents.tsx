import { Badge, Group, Text } from '@mantine/core'
import { IconPlugX } from '@tabler/icons-react'
import type { Incident } from '../../queries/platform/overview.ts'
import { home } from '../../texts/home.ts'
import { manage } from '../../texts/manage.ts'
import { LinkButton, TextLink } from '../../ui/action/link-button.tsx'
import { Section } from '../../ui/layout/section.tsx'
import itemStyles from '../../ui/list/items.module.css'
import { Tag } from '../../ui/text/tag.tsx'
import { Time } from '../../ui/text/time.tsx'
import { ListingIcon } from '../listing/listing-icon.tsx'
import { groupIncidents } from './group-incidents.ts'
import { Remedy } from './remedy.tsx'

const texts = home.running

interface Props {
  incidents: Incident[]
  /** For people who run the installations, not for those who look on. */
  remedies?: boolean
}

/** What fails, the most urgent first, with cause and one action each. */
export function Incidents({ incidents, remedies = true }: Props) {
  const groups = groupIncidents(incidents)
  return (
    <Section
      title={texts.incidents}
      lead={texts.incidentsLead(groups.length)}
      actions={
        remedies ? (
          <LinkButton variant="default" size="xs" to="/manage" search={{ health: 'incident' }}>
            {texts.allIncidents}
          </LinkButton>
        ) : null
      }
    >
      <ul className={itemStyles.list} aria-label={texts.incidents}>
        {groups.map((group) => {
          const [incident] = group
          return (
            <li key={incident.id} className={itemStyles.item}>
              {group.length === 1 ? (
                <ListingIcon listing={incident.listing} size={36} />
              ) : (
                <IconPlugX size={36} stroke={1.4} aria-hidden />
              )}
              <div className={itemStyles.words}>
                <Group gap={8}>
                  {group.length === 1 ? (
                    <OneInstallation incident={incident} />
                  ) : (
                    <OneTenant incident={incident} linked={remedies} />
                  )}
                </Group>
                <Text size="sm">
                  {incident.health.cause}{' '}
                  {incident.health.since ? (
                    <Text component="span" size="sm" c="dimmed">
                      {texts.since} <Time at={incident.health.since} />.
                    </Text>
                  ) : null}
                </Text>
                {group.length === 1 ? null : <Text size="sm">{texts.affects(group.map(({ name }) => name))}</Text>}
                <Text size="sm" c="dimmed">
                  {incident.health.remedy}
                </Text>
              </div>
              {remedies ? <Remedy installation={incident} /> : null}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

function OneInstallation({ incident }: { incident: Incident }) {
  return (
    <>
      <TextLink to="/manage/installations/$installationId" params={{ installationId: incident.id }} fw={600}>
        {incident.name}
      </TextLink>
      <Severity incident={incident} />
      {incident.tenant ? <Tag>{incident.tenant.name}</Tag> : null}
      {incident.test ? <Tag>{manage.test}</Tag> : null}
    </>
  )
}

function OneTenant({ incident, linked }: { incident: Incident; linked: boolean }) {
  const name = incident.tenant?.name ?? incident.tenantId
  return (
    <>
      {linked ? (
        <TextLink to="/manage/tenants/$tenantId" params={{ tenantId: incident.tenantId }} fw={600}>
          {name}
        </TextLink>
      ) : (
        <Text fw={600}>{name}</Text>
      )}
      <Severity incident={incident} />
    </>
  )
}

function Severity({ incident: { health } }: { incident: Incident }) {
  return (
    <Badge variant="light" color={health.state === 'failing' ? 'red' : 'clay'} radius="sm" tt="none" fw={600}>
      {manage.health[health.state]}
    </Badge>
  )
}
