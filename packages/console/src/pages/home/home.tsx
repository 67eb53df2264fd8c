import { Stack } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { type ComponentType, lazy } from 'react'
import { useMe, useOrganization } from '../../queries/session/current-organization.ts'
import { home } from '../../texts/home.ts'
import { LinkButton } from '../../ui/action/link-button.tsx'
import { Boundary } from '../../ui/feedback/boundary.tsx'
import { Empty } from '../../ui/layout/empty.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { type HomeSection, sectionOrder } from './section-order.ts'
import { useUrgency } from './use-urgency.ts'

/** Nobody has all of them, so each is fetched by those who do. */
const parts: Record<HomeSection, ComponentType> = {
  operating: lazy(() => import('./operating-home.tsx').then((part) => ({ default: part.OperatingHome }))),
  running: lazy(() => import('./running-home.tsx').then((part) => ({ default: part.RunningHome }))),
  moderating: lazy(() => import('./moderating-home.tsx').then((part) => ({ default: part.ModeratingHome }))),
  publishing: lazy(() => import('./publishing-home.tsx').then((part) => ({ default: part.PublishingHome }))),
}

/** What needs this person first, for each of the roles they have. */
export function HomePage() {
  const { person } = useMe()
  const organization = useOrganization()
  const sections = sectionOrder(useUrgency())
  return (
    <>
      <PageHeader title={home.title} lead={home.lead(person.name || person.email)} />
      <Stack gap="lg">
        {sections.map((section) => {
          const Part = parts[section]
          return (
            <Boundary key={`${section} ${organization?.id}`} of={`${section} ${organization?.id}`}>
              <Part />
            </Boundary>
          )
        })}
        {sections.length === 0 ? <NoOrganization /> : null}
      </Stack>
    </>
  )
}

function NoOrganization() {
  return (
    <Section>
      <Empty
        title={home.nothing}
        text={home.nothingText}
        icon={<IconUsers size={26} stroke={1.5} />}
        action={<LinkButton to="/account">{home.nothingAction}</LinkButton>}
      />
    </Section>
  )
}
