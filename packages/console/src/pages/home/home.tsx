import { Stack } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useMe, useOrganization } from '../../queries/session/current-organization.ts'
import { home } from '../../texts/home.ts'
import { LinkButton } from '../../ui/action/link-button.tsx'
import { Boundary } from '../../ui/feedback/boundary.tsx'
import { LatePart, type LateScript } from '../../ui/feedback/late-part.tsx'
import { Waiting } from '../../ui/feedback/waiting.tsx'
import { Empty } from '../../ui/layout/empty.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { type HomeSection, sectionOrder } from './section-order.ts'
import { useUrgency } from './use-urgency.ts'

/** Nobody has all of them, so each is fetched by those who do. */
const parts: Record<HomeSection, LateScript<object>> = {
  operating: { load: () => import('./operating-home.tsx').then((part) => part.OperatingHome) },
  running: { load: () => import('./running-home.tsx').then((part) => part.RunningHome) },
  moderating: { load: () => import('./moderating-home.tsx').then((part) => part.ModeratingHome) },
  publishing: { load: () => import('./publishing-home.tsx').then((part) => part.PublishingHome) },
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
        {sections.map((section) => (
          <Boundary key={`${section} ${organization?.id}`} of={`${section} ${organization?.id}`}>
            <LatePart script={parts[section]} props={{}} waiting={<Waiting lines={4} />} />
          </Boundary>
        ))}
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
