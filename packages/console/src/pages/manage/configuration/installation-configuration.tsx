import { Alert, Stack } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { mayAs, useOrganization } from '../../../queries/current-organization.ts'
import { configurationQuery, installationQuery } from '../../../queries/installations.ts'
import { listingQuery } from '../../../queries/listings.ts'
import { releaseQuery } from '../../../queries/releases.ts'
import { common } from '../../../texts/common.ts'
import { manage } from '../../../texts/manage.ts'
import { LinkButton } from '../../../ui/action/link-button.tsx'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { AddressInput } from '../../../ui/list/address-input.tsx'
import { OrderSelect } from '../../../ui/list/order-select.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { useSorting } from '../../../ui/list/use-sorting.ts'
import { ConfigurationForm } from './configuration-form.tsx'
import { ConfigurationHistory } from './configuration-history.tsx'

const route = getRouteApi('/shell/manage/installations/$installationId/configuration')
const orders = [
  { value: '-revision', label: common.sort.newest },
  { value: 'revision', label: common.sort.oldest },
]

export function InstallationConfiguration() {
  const { installationId } = route.useParams()
  const { release } = route.useSearch()
  return (
    <Stack gap="lg">
      <Boundary of={release ?? ''}>
        <Form key={release} installationId={installationId} targetId={release} />
      </Boundary>
      <Boundary lines={1}>
        <Copy installationId={installationId} />
      </Boundary>
      <History installationId={installationId} />
    </Stack>
  )
}

function History({ installationId }: { installationId: string }) {
  const { words } = useAddress()
  const sorting = useSorting('-revision', ['revision'])
  return (
    <Section
      title={manage.configuration.history}
      actions={
        <>
          <AddressInput label={manage.configuration.searchHistory} word="q" />
          <OrderSelect sorting={sorting} options={orders} />
        </>
      }
    >
      <Boundary of={JSON.stringify(words)}>
        <ConfigurationHistory installationId={installationId} q={words.q} sorting={sorting} />
      </Boundary>
    </Section>
  )
}

/** The same application on another tenant, beginning with this configuration. */
function Copy({ installationId }: { installationId: string }) {
  const { data: installation } = useSuspenseQuery(installationQuery(installationId))
  const { data: listing } = useSuspenseQuery(listingQuery(installation.listing.id))
  const mayLaunch = mayAs(useOrganization(), installation.test ? 'developer' : 'admin')
  if (!listing.launchable || !mayLaunch) return null
  return (
    <Section title={manage.configuration.copyTitle} lead={manage.configuration.copyLead}>
      <LinkButton
        variant="default"
        to="/launch/$listingId"
        params={{ listingId: listing.id }}
        search={{ copy: installationId }}
        leftSection={<IconCopy size={16} />}
      >
        {manage.configuration.copy}
      </LinkButton>
    </Section>
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
