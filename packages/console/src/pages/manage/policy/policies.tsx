import { IconFileSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatExact, formatNumber } from '../../../lib/format.ts'
import { policiesQuery } from '../../../queries/activity/activity.ts'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { useOrganization } from '../../../queries/session/current-organization.ts'
import { activityTexts } from '../../../texts/activity.ts'
import { ListRows } from '../../../ui/list/list-rows.tsx'
import { ListSection } from '../../../ui/list/list-section.tsx'
import { rowStyles } from '../../../ui/list/rows.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { useSorting } from '../../../ui/list/use-sorting.ts'

const texts = activityTexts.policies

/** Policies that applications of the organization had to do with. */
export function PoliciesPage() {
  const organization = useOrganization()
  const { words } = useAddress()
  if (!organization) return null
  return (
    <ListSection list="policies" of={organization.id} title={texts.title} lead={texts.lead} search={texts.search}>
      <Policies org={organization.id} q={words.q} />
    </ListSection>
  )
}

function Policies({ org, q }: { org: string; q: string | undefined }) {
  const sorting = useSorting(defaultOrders.policies, ['locator', 'lastAt'])
  const { items, more } = usePaged(policiesQuery(org, q), sorting)
  return (
    <ListRows
      empty={{ title: texts.empty, text: texts.emptyText, icon: <IconFileSearch size={26} stroke={1.5} /> }}
      noMatch={texts.emptyFiltered}
      caption={texts.title}
      items={items}
      more={more}
      sorting={sorting}
      keyOf={(policy) => policy.locator}
      columns={[
        {
          label: texts.column,
          sort: 'locator',
          cell: ({ locator }) => (
            <Link className={rowStyles.link} to="/manage/policies/$locator" params={{ locator }}>
              {locator}
            </Link>
          ),
        },
        { label: texts.entries, cell: (policy) => formatNumber(policy.entries) },
        { label: texts.installations, cell: (policy) => formatNumber(policy.installations) },
        { label: texts.first, cell: ({ firstAt }) => <time dateTime={firstAt}>{formatExact(firstAt)}</time> },
        {
          label: texts.last,
          sort: '-lastAt',
          cell: ({ lastAt }) => <time dateTime={lastAt}>{formatExact(lastAt)}</time>,
        },
      ]}
    />
  )
}
