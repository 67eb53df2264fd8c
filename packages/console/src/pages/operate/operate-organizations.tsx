import { Link } from '@tanstack/react-router'
import { StateBadge } from '../../parts/state/state-badge.tsx'
import { organizationsQuery } from '../../queries/accounts/organizations.ts'
import { usePaged } from '../../queries/client/paged.ts'
import { defaultOrders } from '../../queries/default-orders.ts'
import { operate } from '../../texts/operate.ts'
import { stateTexts } from '../../texts/states.ts'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { ListRows } from '../../ui/list/list-rows.tsx'
import { ListSection } from '../../ui/list/list-section.tsx'
import { rowStyles } from '../../ui/list/rows.tsx'
import { useAddress } from '../../ui/list/use-address.ts'
import { useSorting } from '../../ui/list/use-sorting.ts'
import { Named } from '../../ui/text/named.tsx'
import { Time } from '../../ui/text/time.tsx'
import { OrganizationSwitch } from './organization-switch.tsx'

const texts = operate.organizations

export function OperateOrganizations() {
  return (
    <ListSection
      list="organizations"
      narrowedBy={['state']}
      title={texts.title}
      search={texts.search}
      filters={
        <FilterSelect
          label={texts.state}
          any={texts.anyState}
          options={[
            { value: 'enabled', label: stateTexts.states.ENABLED ?? '' },
            { value: 'disabled', label: stateTexts.states.DISABLED ?? '' },
          ]}
          word="state"
        />
      }
    >
      <Organizations />
    </ListSection>
  )
}

function Organizations() {
  const { words } = useAddress()
  const sorting = useSorting(defaultOrders.organizations, ['title', 'createdAt'])
  const { items, more } = usePaged(organizationsQuery({ q: words.q, state: words.state }), sorting)
  return (
    <ListRows
      empty={{ title: texts.empty }}
      caption={texts.title}
      items={items}
      more={more}
      sorting={sorting}
      keyOf={(organization) => organization.id}
      columns={[
        {
          label: texts.name,
          sort: 'title',
          cell: ({ id, title, name }) => (
            <Named
              name={
                <Link to="/operate/organizations/$org" params={{ org: id }} className={rowStyles.link}>
                  {title}
                </Link>
              }
              detail={name}
            />
          ),
        },
        { label: texts.since, sort: '-createdAt', cell: (organization) => <Time at={organization.createdAt} /> },
        {
          label: texts.state,
          cell: (organization) => <StateBadge state={organization.disabledAt ? 'DISABLED' : 'ENABLED'} />,
        },
        {
          label: '',
          align: 'right',
          cell: (organization) => <OrganizationSwitch organization={organization} compact />,
        },
      ]}
    />
  )
}
