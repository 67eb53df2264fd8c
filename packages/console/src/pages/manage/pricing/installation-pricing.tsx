import { Button, Text } from '@mantine/core'
import { IconCoins } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { rangeOf } from '../../../lib/days.ts'
import { formatAmount, formatExact, formatName } from '../../../lib/format.ts'
import { problemWords } from '../../../lib/problem-words.ts'
import { ForMembers } from '../../../parts/installation/for-members.tsx'
import { pricingExport, pricingQuery } from '../../../queries/activity/pricing.ts'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { pricing as texts } from '../../../texts/pricing.ts'
import { DayRange } from '../../../ui/list/day-range.tsx'
import { ListRows } from '../../../ui/list/list-rows.tsx'
import { ListSection } from '../../../ui/list/list-section.tsx'
import { rowStyles } from '../../../ui/list/rows.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { useSorting } from '../../../ui/list/use-sorting.ts'
import { Tag } from '../../../ui/text/tag.tsx'

const route = getRouteApi('/shell/manage/installations/$installationId')

export function InstallationPricing() {
  const { installationId } = route.useParams()
  return (
    <ForMembers installationId={installationId}>
      <Shown installationId={installationId} />
    </ForMembers>
  )
}

function Shown({ installationId }: { installationId: string }) {
  const { words, set } = useAddress()
  const filter = { policyLocator: words.policy, ...rangeOf(words) }
  return (
    <ListSection
      list="pricing"
      title={texts.title}
      lead={texts.lead}
      search={texts.policy}
      searchWord="policy"
      filters={<DayRange from={words.from} to={words.to} onChange={set} />}
      narrowedBy={['from', 'to']}
      tools={(['csv', 'jsonl'] as const).map((format) => (
        <Button
          key={format}
          size="sm"
          variant="default"
          component="a"
          href={pricingExport(installationId, format, filter)}
          download
        >
          {texts[format]}
        </Button>
      ))}
    >
      <Pricing id={installationId} filter={filter} />
    </ListSection>
  )
}

function Pricing({ id, filter }: { id: string; filter: Parameters<typeof pricingQuery>[1] & object }) {
  const sorting = useSorting(defaultOrders.pricing, ['at', 'product'])
  const { items, more } = usePaged(pricingQuery(id, filter), sorting)
  return (
    <ListRows
      empty={{ title: texts.empty, text: texts.emptyText, icon: <IconCoins size={26} stroke={1.5} /> }}
      caption={texts.title}
      items={items}
      more={more}
      sorting={sorting}
      keyOf={(row) => row.id}
      columns={[
        {
          label: texts.at,
          sort: '-at',
          cell: (row) => (
            <Link
              to="/manage/installations/$installationId/activity"
              params={{ installationId: id }}
              search={{ open: row.id }}
              className={rowStyles.link}
            >
              <time dateTime={row.at}>{formatExact(row.at)}</time>
            </Link>
          ),
        },
        {
          label: texts.policy,
          cell: ({ policyLocator: locator }) =>
            locator === null ? (
              '–'
            ) : (
              <Link to="/manage/policies/$locator" params={{ locator }}>
                {locator}
              </Link>
            ),
        },
        {
          label: texts.product,
          sort: 'product',
          cell: (row) => <span className={rowStyles.whole}>{row.product ?? '–'}</span>,
        },
        { label: texts.operation, cell: (row) => (row.operation === null ? '–' : formatName(row.operation)) },
        { label: texts.release, cell: (row) => <Tag mono>{row.version}</Tag> },
        {
          label: texts.total,
          cell: (row) => <span className={rowStyles.whole}>{chargedOf(row)}</span>,
        },
        {
          label: texts.perils,
          long: true,
          cell: (row) => (
            <Text size="sm">
              {row.fallback ? `${texts.fallback} · ` : ''}
              {row.perils
                .map(
                  ({ peril, locator, amount }) =>
                    `${peril === null ? locator : formatName(peril)} ${amount === null ? '–' : formatAmount(amount)}`,
                )
                .join(', ')}
            </Text>
          ),
        },
      ]}
    />
  )
}

/** What was charged, or why nothing was. */
function chargedOf({ total, currency, code }: { total: number | null; currency: string | null; code: string | null }) {
  if (total !== null) return `${formatAmount(total)} ${currency ?? ''}`
  return code === null ? '–' : problemWords(code)
}
