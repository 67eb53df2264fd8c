import { getRouteApi } from '@tanstack/react-router'
import { AddressInput } from '../components/address-input.tsx'
import { Boundary } from '../components/boundary.tsx'
import { FilterSelect } from '../components/filter-select.tsx'
import { LogEntries } from '../components/log-entries.tsx'
import { OrderSelect } from '../components/order-select.tsx'
import { Section } from '../components/section.tsx'
import { useAddress } from '../components/use-address.ts'
import { useSorting } from '../components/use-sorting.ts'
import { manage } from '../texts/manage.ts'

const route = getRouteApi('/shell/manage/installations/$installationId')

export function InstallationLog() {
  const { installationId } = route.useParams()
  const { words } = useAddress()
  const sorting = useSorting('-at', ['at'])
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
