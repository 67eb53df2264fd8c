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
import { AddressInput } from '../../../ui/list/address-input.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
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
      <Section
        flush
        title={texts.own}
        lead={texts.ownLead}
        actions={
          <>
            <AddressInput label={texts.searchOwn} word="own" />
            <FilterSelect
              label={common.of(texts.own, manage.columns.state)}
              any={manage.anyState}
              options={stateOptions(installationStates)}
              word="ownState"
            />
          </>
        }
      >
        <Boundary of={JSON.stringify(words)}>
          {organization ? <OwnInstallations org={organization.id} listingId={listingId} /> : null}
        </Boundary>
      </Section>
      <Section
        flush
        title={manage.deliveries.title}
        lead={texts.lead}
        actions={
          <FilterSelect
            label={manage.deliveries.state}
            any={manage.deliveries.anyState}
            options={stateOptions(deliveryStates)}
            word="state"
          />
        }
      >
        <Boundary of={JSON.stringify(words)}>
          <ListingDeliveries listingId={listingId} state={words.state} />
        </Boundary>
      </Section>
      <Boundary lines={2}>
        <CallFigures query={callFiguresQuery('listing', listingId)} />
      </Boundary>
      <Section
        flush
        title={manage.calls.title}
        lead={texts.lead}
        actions={
          <FilterSelect
            label={manage.calls.kind}
            any={manage.calls.anyKind}
            options={Object.entries(manage.calls.kinds).map(([value, label]) => ({ value, label }))}
            word="kind"
          />
        }
      >
        <Boundary of={JSON.stringify(words)}>
          <ListingCalls listingId={listingId} kind={words.kind} />
        </Boundary>
      </Section>
    </Stack>
  )
}
