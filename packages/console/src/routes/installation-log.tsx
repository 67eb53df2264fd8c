import { getRouteApi } from '@tanstack/react-router'
import { Boundary } from '../components/boundary.tsx'
import { LogEntries } from '../components/log-entries.tsx'
import { Section } from '../components/section.tsx'
import { manage } from '../texts/manage.ts'

const route = getRouteApi('/shell/manage/installations/$installationId')

export function InstallationLog() {
  const { installationId } = route.useParams()
  return (
    <Section title={manage.log.title} lead={manage.log.lead}>
      <Boundary>
        <LogEntries id={installationId} />
      </Boundary>
    </Section>
  )
}
