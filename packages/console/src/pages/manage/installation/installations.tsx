import { Button } from '@mantine/core'
import { installationStates } from '@mkt/contract/states'
import { stateOptions } from '../../../parts/state/state-options.ts'
import { useOrganization } from '../../../queries/session/current-organization.ts'
import { ownedBy, useMay } from '../../../queries/session/may.ts'
import { manage } from '../../../texts/manage.ts'
import { trust } from '../../../texts/trust.ts'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { AddressInput } from '../../../ui/list/address-input.tsx'
import { ColumnChoice } from '../../../ui/list/column-choice.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { SavedViews } from '../../../ui/list/saved-views.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { InstallationList, LIST } from './installation-list.tsx'

const { app: _app, ...hideable } = manage.columns
const healths = Object.entries(manage.healths).map(([value, label]) => ({ value, label }))

export function InstallationsPage() {
  const organization = useOrganization()
  const { words } = useAddress()
  if (!organization) return null
  return (
    <Section
      flush
      title={manage.tabs.installations}
      actions={
        <>
          <AddressInput label={manage.search} word="q" />
          <FilterSelect
            label={manage.stateFilter}
            any={manage.anyState}
            options={stateOptions(installationStates)}
            word="state"
          />
          <FilterSelect label={manage.healthFilter} any={manage.anyHealth} options={healths} word="health" />
          <SavedViews list={`${LIST}.${organization.id}`} of={['q', 'state', 'health', 'sort']} />
          <ColumnChoice list={LIST} labels={Object.values(hideable)} />
          <RegisterLink organization={organization} />
        </>
      }
    >
      <Boundary of={`${organization.id} ${JSON.stringify(words)}`}>
        <InstallationList org={organization.id} q={words.q} state={words.state} health={words.health} />
      </Boundary>
    </Section>
  )
}

/** Everything the organization has installed and what is known of it, for a security officer. */
function RegisterLink({ organization }: { organization: { id: string } }) {
  const mayRead = useMay('getRegister', ownedBy(organization))
  if (!mayRead) return null
  return (
    <Button
      component="a"
      variant="default"
      size="sm"
      href={`/api/v1/organizations/${organization.id}/register?format=csv`}
      download
    >
      {trust.register}
    </Button>
  )
}
