import { getRouteApi } from '@tanstack/react-router'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { manage } from '../../../texts/manage.ts'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { AddressInput } from '../../../ui/list/address-input.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { OrderSelect } from '../../../ui/list/order-select.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { useSorting } from '../../../ui/list/use-sorting.ts'
import { LogEntries } from './log-entries.tsx'

const route = getRouteApi('/shell/manage/installations/$installationId')

export function InstallationLog() {
  const { installationId } = route.useParams()
  const { words } = useAddress()
  const sorting = useSorting(defaultOrders.log, ['at'])
  return (
    <Section
      title={manage.log.title}
      lead={manage.log.lead}
      actions={
        <>
          <AddressInput label={manage.log.search} word="q" />
          <FilterSelect
            label={manage.log.level}
            any={manage.log.anyLevel}
            options={Object.entries(manage.log.levels).map(([value, label]) => ({ value, label }))}
            word="level"
          />
          <OrderSelect sorting={sorting} />
        </>
      }
    >
      <Boundary of={JSON.stringify(words)}>
        <LogEntries id={installationId} filter={{ level: words.level, q: words.q }} sorting={sorting} />
      </Boundary>
    </Section>
  )
}
