import { Code, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { formatDetails } from '../../lib/format.ts'
import { type PagedQuery, usePaged } from '../../queries/client/paged.ts'
import { defaultOrders } from '../../queries/default-orders.ts'
import type { AuditRow } from '../../queries/platform/audit.ts'
import { organizationTexts } from '../../texts/organization.ts'
import { Empty } from '../../ui/layout/empty.tsx'
import { Rows, rowStyles } from '../../ui/list/rows.tsx'
import { useSorting } from '../../ui/list/use-sorting.ts'
import { Time } from '../../ui/text/time.tsx'

const texts = organizationTexts.audit

/** Who did what, when, to which thing. */
export function AuditRows({ query }: { query: PagedQuery<AuditRow> }) {
  const sorting = useSorting(defaultOrders.audit, ['at', 'actor', 'action'])
  const { items, more } = usePaged(query, sorting)
  if (items.length === 0) return <Empty title={texts.empty} icon={<IconHistory size={26} stroke={1.5} />} />
  return (
    <Rows
      caption={texts.title}
      items={items}
      more={more}
      sorting={sorting}
      keyOf={(row) => row.id}
      columns={[
        { label: texts.at, sort: '-at', cell: (row) => <Time at={row.at} />, width: 150 },
        { label: texts.who, long: true, sort: 'actor', cell: (row) => row.actor.label },
        { label: texts.what, sort: 'action', cell: (row) => <Code className={rowStyles.whole}>{row.action}</Code> },
        {
          label: texts.subject,
          long: 'below',
          cell: (row) => (
            <div>
              <Text size="sm">
                {row.subject.kind} {row.subject.id}
              </Text>
              <Text size="xs" c="dimmed">
                {formatDetails(row.details)}
              </Text>
            </div>
          ),
        },
      ]}
    />
  )
}
