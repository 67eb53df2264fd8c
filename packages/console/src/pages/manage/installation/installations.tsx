import { Button } from '@mantine/core'
import { installationStates } from '@mkt/contract/states'
import { stateOptions } from '../../../parts/state/state-options.ts'
import { useOrganization } from '../../../queries/session/current-organization.ts'
import { ownedBy, useMay } from '../../../queries/session/may.ts'
import { manage } from '../../../texts/manage.ts'
import { trust } from '../../../texts/trust.ts'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { ListSection } from '../../../ui/list/list-section.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { InstallationList } from './installation-list.tsx'

const healths = Object.entries(manage.healths).map(([value, label]) => ({ value, label }))

export function InstallationsPage() {
  const organization = useOrganization()
  const { words } = useAddress()
  if (!organization) return null
  return (
    <ListSection
      list="installations"
      of={organization.id}
      title={manage.tabs.installations}
      search={manage.search}
      filters={
        <>
          <FilterSelect
            label={manage.stateFilter}
            any={manage.anyState}
            options={stateOptions(installationStates)}
            word="state"
          />
          <FilterSelect label={manage.healthFilter} any={manage.anyHealth} options={healths} word="health" />
        </>
      }
      narrowedBy={['state', 'health']}
      tools={<RegisterLink organization={organization} />}
    >
      <InstallationList org={organization.id} q={words.q} state={words.state} health={words.health} />
    </ListSection>
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
