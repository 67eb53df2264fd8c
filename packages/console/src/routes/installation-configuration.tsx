import { Alert, Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Boundary } from '../components/boundary.tsx'
import { ConfigurationHistory } from '../components/configuration-history.tsx'
import { Section } from '../components/section.tsx'
import { ConfigurationForm } from '../forms/configuration-form.tsx'
import { configurationQuery, installationQuery } from '../queries/installations.ts'
import { listingQuery } from '../queries/listings.ts'
import { releaseQuery } from '../queries/releases.ts'
import { manage } from '../texts/manage.ts'

const route = getRouteApi('/shell/manage/installations/$installationId/configuration')

export function InstallationConfiguration() {
  const { installationId } = route.useParams()
  const { release } = route.useSearch()
  return (
    <Stack gap="lg">
      <Boundary of={release ?? ''}>
        <Form key={release} installationId={installationId} targetId={release} />
      </Boundary>
      <Section title={manage.configuration.history}>
        <Boundary>
          <ConfigurationHistory installationId={installationId} />
        </Boundary>
      </Section>
    </Stack>
  )
}

function Form({ installationId, targetId }: { installationId: string; targetId: string | undefined }) {
  const { data: installation } = useSuspenseQuery(installationQuery(installationId))
  const { data: configuration } = useSuspenseQuery(configurationQuery(installationId))
  const { data: release } = useSuspenseQuery(releaseQuery(targetId ?? installation.release.id))
  const { data: listing } = useSuspenseQuery(listingQuery(installation.listing.id))
  const open = installation.operations.includes(targetId ? 'upgrade' : 'configure')
  if (!open) return <Alert color="clay">{manage.configuration.readOnly}</Alert>
  return (
    <ConfigurationForm
      installation={installation}
      configuration={configuration}
      release={release}
      variant={listing.variant}
      upgrading={targetId !== undefined}
    />
  )
}
