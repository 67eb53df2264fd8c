import { Stack } from '@mantine/core'
import { deliveryStates, installationStates } from '@mkt/contract/states'
import { getRouteApi } from '@tanstack/react-router'
import { CallFigures } from '../../../parts/installation/call-figures.tsx'
import { stateOptions } from '../../../parts/state/state-options.ts'
import { callFiguresQuery } from '../../../queries/activity/calls.ts'
import { useOrganization } from '../../../queries/session/current-organization.ts'
import { common } from '../../../texts/common.ts'
import { egress } from '../../../texts/egress.ts'
import { manage } from '../../../texts/manage.ts'
import { publish } from '../../../texts/publish.ts'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { ListSection } from '../../../ui/list/list-section.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { InstallsByRelease } from './installs-by-release.tsx'
import { ListingCalls } from './listing-calls.tsx'
import { ListingDeliveries } from './listing-deliveries.tsx'
import { ListingEgress } from './listing-egress.tsx'
import { OwnInstallations } from './own-installations.tsx'

const route = getRouteApi('/shell/publish/$listingId')
const texts = publish.usage

/** How the app fares for everybody who launched it: states, times and sizes, never what was sent. */
export function OwnListingUsage() {
  const { listingId } = route.useParams()
  const organization = useOrganization()
  const { words } = useAddress()
  return (
    <Stack gap="lg">
      <Boundary>
        <InstallsByRelease listingId={listingId} />
      </Boundary>
      <Section title={egress.title} lead={egress.publisherLead}>
        <Boundary>
          <ListingEgress listingId={listingId} />
        </Boundary>
      </Section>
      <ListSection
        list="own-installations"
        title={texts.own}
        lead={texts.ownLead}
        search={texts.searchOwn}
        searchWord="own"
        filters={
          <FilterSelect
            label={common.of(texts.own, manage.columns.state)}
            any={manage.anyState}
            options={stateOptions(installationStates)}
            word="ownState"
          />
        }
        narrowedBy={['ownState']}
      >
        {organization ? <OwnInstallations org={organization.id} listingId={listingId} /> : null}
      </ListSection>
      <ListSection
        list="listing-deliveries"
        title={manage.deliveries.title}
        lead={texts.lead}
        sortWord="deliveries"
        narrowedBy={['state']}
        filters={
          <FilterSelect
            label={manage.deliveries.state}
            any={manage.deliveries.anyState}
            options={stateOptions(deliveryStates)}
            word="state"
          />
        }
      >
        <ListingDeliveries listingId={listingId} state={words.state} />
      </ListSection>
      <Boundary lines={2}>
        <CallFigures query={callFiguresQuery('listing', listingId)} />
      </Boundary>
      <ListSection
        list="listing-calls"
        title={manage.calls.title}
        lead={texts.lead}
        sortWord="calls"
        narrowedBy={['kind']}
        filters={
          <FilterSelect
            label={manage.calls.kind}
            any={manage.calls.anyKind}
            options={Object.entries(manage.calls.kinds).map(([value, label]) => ({ value, label }))}
            word="kind"
          />
        }
      >
        <ListingCalls listingId={listingId} kind={words.kind} />
      </ListSection>
    </Stack>
  )
}
