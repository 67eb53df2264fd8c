import { Stack } from '@mantine/core'
import { deliveryStates } from '@mkt/contract/states'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy } from 'react'
import { stateOptions } from '../../../parts/state/state-options.ts'
import { installationQuery } from '../../../queries/installations.ts'
import { manage } from '../../../texts/manage.ts'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { AddressInput } from '../../../ui/list/address-input.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { DeliveryActions } from './delivery-actions.tsx'
import { DeliveryDrawer } from './delivery-drawer.tsx'
import { DeliveryRows } from './delivery-rows.tsx'

const route = getRouteApi('/shell/manage/installations/$installationId/deliveries')
const texts = manage.deliveries
const Traffic = lazy(() => import('./traffic.tsx').then((module) => ({ default: module.Traffic })))

export function InstallationDeliveries() {
  const { installationId } = route.useParams()
  const { words, set } = useAddress()
  const { data: installation } = useSuspenseQuery(installationQuery(installationId))
  const filter = { state: words.state, type: words.type }
  return (
    <Stack gap="lg">
      <Boundary lines={1}>
        <DeliveryActions installation={installation} />
      </Boundary>
      <Boundary waiting={null}>
        <Traffic installationId={installationId} of="deliveries" />
      </Boundary>
      <Section
        flush
        title={texts.title}
        actions={
          <>
            <AddressInput label={texts.typeFilter} word="type" />
            <FilterSelect
              label={texts.state}
              any={texts.anyState}
              options={stateOptions(deliveryStates)}
              word="state"
            />
          </>
        }
      >
        <Boundary of={JSON.stringify(filter)}>
          <DeliveryRows installationId={installationId} filter={filter} onOpen={(id) => set({ delivery: id })} />
        </Boundary>
      </Section>
      <DeliveryDrawer id={words.delivery} installation={installation} onClose={() => set({ delivery: undefined })} />
    </Stack>
  )
}
