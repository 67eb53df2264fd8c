import { registrationStates } from '@mkt/contract/states'
import { stateOptions } from '../../../parts/state/state-options.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { tenantTexts } from '../../../texts/tenants.ts'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { AddressInput } from '../../../ui/list/address-input.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { OrderSelect } from '../../../ui/list/order-select.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { useSorting } from '../../../ui/list/use-sorting.ts'
import { Registrations } from './registrations.tsx'

const texts = tenantTexts

export function Registered({ tenantId }: { tenantId: string }) {
  const { words } = useAddress()
  const sorting = useSorting(defaultOrders.registrations, ['listing', 'checkedAt'])
  return (
    <Section
      title={texts.registered}
      lead={texts.registeredLead}
      actions={
        <>
          <AddressInput label={texts.searchRegistered} word="q" />
          <FilterSelect
            label={texts.registeredState}
            any={texts.anyRegisteredState}
            options={stateOptions(registrationStates)}
            word="state"
          />
          <OrderSelect sorting={sorting} options={texts.registeredOrders} />
        </>
      }
    >
      <Boundary of={JSON.stringify(words)}>
        <Registrations tenantId={tenantId} filter={{ q: words.q, state: words.state }} sorting={sorting} />
      </Boundary>
    </Section>
  )
}
