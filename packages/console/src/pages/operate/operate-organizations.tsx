import { StateBadge } from '../../parts/state/state-badge.tsx'
import {
  organizationsQuery,
  useDisableOrganization,
  useEnableOrganization,
} from '../../queries/accounts/organizations.ts'
import { usePaged } from '../../queries/client/paged.ts'
import { defaultOrders } from '../../queries/default-orders.ts'
import { useMay } from '../../queries/session/may.ts'
import { operate } from '../../texts/operate.ts'
import { stateTexts } from '../../texts/states.ts'
import { ConfirmButton } from '../../ui/action/confirm-button.tsx'
import { ReasonButton } from '../../ui/action/reason-button.tsx'
import { Empty } from '../../ui/layout/empty.tsx'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { Rows } from '../../ui/list/rows.tsx'
import { SearchedSection } from '../../ui/list/searched-section.tsx'
import { useAddress } from '../../ui/list/use-address.ts'
import { useSorting } from '../../ui/list/use-sorting.ts'
import { Named } from '../../ui/text/named.tsx'
import { Time } from '../../ui/text/time.tsx'

const texts = operate.organizations

export function OperateOrganizations() {
  return (
    <SearchedSection
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
    </SearchedSection>
  )
}

function Organizations() {
  const enable = useEnableOrganization()
  const disable = useDisableOrganization()
  const mayEnable = useMay('enableOrganization')
  const mayDisable = useMay('disableOrganization')
  const { words } = useAddress()
  const sorting = useSorting(defaultOrders.organizations, ['title', 'createdAt'])
  const { items, more } = usePaged(organizationsQuery({ q: words.q, state: words.state }), sorting)
  if (items.length === 0) return <Empty title={texts.empty} />
  return (
    <Rows
      caption={texts.title}
      items={items}
      more={more}
      sorting={sorting}
      keyOf={(organization) => organization.id}
      columns={[
        { label: texts.name, sort: 'title', cell: ({ title, name }) => <Named name={title} detail={name} /> },
        { label: texts.since, sort: '-createdAt', cell: (organization) => <Time at={organization.createdAt} /> },
        {
          label: texts.state,
          cell: (organization) => <StateBadge state={organization.disabledAt ? 'DISABLED' : 'ENABLED'} />,
        },
        {
          label: '',
          align: 'right',
          cell: ({ id, title, disabledAt }) => {
            if (!(disabledAt ? mayEnable : mayDisable)) return null
            return disabledAt ? (
              <ConfirmButton
                size="compact-sm"
                variant="subtle"
                label={texts.enable}
                of={title}
                text={texts.enableText}
                act={() => enable.mutateAsync(id)}
              />
            ) : (
              <ReasonButton
                size="compact-sm"
                variant="subtle"
                color="red"
                label={texts.disable}
                of={title}
                text={texts.disableText}
                done={texts.disabled(title)}
                undo={() => enable.mutateAsync(id)}
                act={(reason) => disable.mutateAsync({ org: id, reason })}
              />
            )
          },
        },
      ]}
    />
  )
}
