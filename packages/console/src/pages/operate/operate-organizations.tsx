import { useQueryClient } from '@tanstack/react-query'
import { StateBadge } from '../../parts/state/state-badge.tsx'
import { api } from '../../queries/api.ts'
import { organizationsQuery } from '../../queries/organizations.ts'
import { usePaged } from '../../queries/paged.ts'
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
  const client = useQueryClient()
  const { words } = useAddress()
  const sorting = useSorting('-createdAt', ['title', 'createdAt'])
  const { items, more } = usePaged(organizationsQuery({ q: words.q, state: words.state }), sorting)
  if (items.length === 0) return <Empty title={texts.empty} />
  const refresh = () => client.invalidateQueries({ queryKey: ['organizations'] })
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
          cell: ({ id, title, disabledAt }) =>
            disabledAt ? (
              <ConfirmButton
                size="compact-sm"
                variant="subtle"
                label={texts.enable}
                of={title}
                text={texts.enableText}
                act={() => api.enableOrganization({ params: { org: id } }).then(refresh)}
              />
            ) : (
              <ReasonButton
                size="compact-sm"
                variant="subtle"
                color="red"
                label={texts.disable}
                of={title}
                text={texts.disableText}
                act={(reason) => api.disableOrganization({ params: { org: id }, body: { reason } }).then(refresh)}
              />
            ),
        },
      ]}
    />
  )
}
