import { Alert, Stack } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { usePrefetchQuery, useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Granted } from '../../../parts/access/granted.tsx'
import { ForMembers } from '../../../parts/installation/for-members.tsx'
import { TenantCoverage } from '../../../parts/installation/tenant-coverage.tsx'
import { ReleaseNotes } from '../../../parts/release/release-notes.tsx'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { configurationQuery } from '../../../queries/installation/configurations.ts'
import { type Installation, installationQuery } from '../../../queries/installation/installations.ts'
import { listingQuery } from '../../../queries/listing/listings.ts'
import { releaseQuery } from '../../../queries/release/releases.ts'
import { useLaunchGrant } from '../../../queries/session/grant.ts'
import { useMay } from '../../../queries/session/may.ts'
import { common } from '../../../texts/common.ts'
import { manage } from '../../../texts/manage.ts'
import { LinkButton } from '../../../ui/action/link-button.tsx'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { AddressInput } from '../../../ui/list/address-input.tsx'
import { OrderSelect } from '../../../ui/list/order-select.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { useSorting } from '../../../ui/list/use-sorting.ts'
import { ConfigurationFacts } from './configuration-facts.tsx'
import { ConfigurationForm } from './configuration-form.tsx'
import { ConfigurationHistory } from './configuration-history.tsx'

const route = getRouteApi('/shell/manage/installations/$installationId/configuration')
const orders = [
  { value: '-revision', label: common.sort.newest },
  { value: 'revision', label: common.sort.oldest },
]

export function InstallationConfiguration() {
  const { installationId } = route.useParams()
  return (
    <ForMembers installationId={installationId}>
      <Shown installationId={installationId} />
    </ForMembers>
  )
}

function Shown({ installationId }: { installationId: string }) {
  const { release } = route.useSearch()
  const { data: installation } = useSuspenseQuery(installationQuery(installationId))
  return (
    <Stack gap="lg">
      <Boundary of={release ?? ''}>
        <Present key={release} installation={installation} targetId={release} />
      </Boundary>
      <Boundary lines={1}>
        <Copy installation={installation} />
      </Boundary>
      <History installation={installation} />
    </Stack>
  )
}

function History({ installation }: { installation: Installation }) {
  const { words } = useAddress()
  const sorting = useSorting(defaultOrders.revisions, ['revision'])
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
        <ConfigurationHistory installation={installation} q={words.q} sorting={sorting} />
      </Boundary>
    </Section>
  )
}

/** The same application on another tenant, beginning with this configuration. */
function Copy({ installation }: { installation: Installation }) {
  const { data: listing } = useSuspenseQuery(listingQuery(installation.listing.id))
  const launching = useLaunchGrant(listing)
  if (!listing.launchable || !launching.shown) return null
  return (
    <Section title={manage.configuration.copyTitle} lead={manage.configuration.copyLead}>
      <Granted
        grant={launching}
        label={manage.configuration.copy}
        variant="default"
        leftSection={<IconCopy size={16} />}
      >
        <LinkButton
          variant="default"
          to="/launch/$listingId"
          params={{ listingId: listing.id }}
          search={{ copy: installation.id }}
          leftSection={<IconCopy size={16} />}
        >
          {manage.configuration.copy}
        </LinkButton>
      </Granted>
    </Section>
  )
}

/** The present configuration: a form for people who may change it, and where the state allows that. */
function Present({ installation, targetId }: { installation: Installation; targetId: string | undefined }) {
  const target = releaseQuery(targetId ?? installation.release.id)
  usePrefetchQuery(target)
  const [{ data: configuration }, { data: present }, { data: listing }] = useSuspenseQueries({
    queries: [
      configurationQuery(installation.id),
      releaseQuery(installation.release.id),
      listingQuery(installation.listing.id),
    ],
  })
  const { data: release } = useSuspenseQuery(target)
  const mayUpgrade = useMay('upgradeInstallation', installation)
  const maySave = useMay('putConfiguration', installation)
  if (targetId ? !mayUpgrade : !maySave)
    return (
      <Stack gap="lg">
        <ConfigurationFacts configuration={configuration} manifest={release.manifest} />
        <TenantCoverage
          tenantId={installation.tenantId}
          variant={listing.variant}
          manifest={release.manifest}
          mappings={configuration.mappings}
        />
      </Stack>
    )
  const open = installation.operations.includes(targetId ? 'upgrade' : 'configure')
  if (!open) return <Alert color="clay">{manage.configuration.readOnly}</Alert>
  return (
    <Stack gap="lg">
      {targetId === undefined ? null : <ReleaseNotes html={release.notesHtml} />}
      <ConfigurationForm
        installation={installation}
        configuration={configuration}
        release={release}
        present={targetId === undefined ? undefined : present}
        variant={listing.variant}
        upgrading={targetId !== undefined}
      />
    </Stack>
  )
}
