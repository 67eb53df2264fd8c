import { IconFileSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatExact, formatNumber } from '../../../lib/format.ts'
import { policiesQuery } from '../../../queries/activity/activity.ts'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { useOrganization } from '../../../queries/session/current-organization.ts'
import { activityTexts } from '../../../texts/activity.ts'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { Empty } from '../../../ui/layout/empty.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { AddressInput } from '../../../ui/list/address-input.tsx'
import { NoMatch } from '../../../ui/list/no-match.tsx'
import { Rows, rowStyles } from '../../../ui/list/rows.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { useSorting } from '../../../ui/list/use-sorting.ts'

const texts = activityTexts.policies

/** Policies that applications of the organization had to do with. */
export function PoliciesPage() {
  const organization = useOrganization()
  const { words } = useAddress()
  if (!organization) return null
  return (
    <Section flush title={texts.title} lead={texts.lead} actions={<AddressInput label={texts.search} word="q" />}>
      <Boundary of={`${organization.id} ${JSON.stringify(words)}`}>
        <Policies org={organization.id} q={words.q} />
      </Boundary>
    </Section>
  )
}

function Policies({ org, q }: { org: string; q: string | undefined }) {
  const sorting = useSorting(defaultOrders.policies, ['locator', 'lastAt'])
  const { items, more } = usePaged(policiesQuery(org, q), sorting)
  if (items.length === 0) {
    const icon = <IconFileSearch size={26} stroke={1.5} />
    if (q) return <NoMatch words={['q']} title={texts.emptyFiltered} icon={icon} />
    return <Empty title={texts.empty} text={texts.emptyText} icon={icon} />
  }
  return (
    <Rows
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
