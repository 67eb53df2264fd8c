import { Code, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { subjectOf } from '../../lib/audit-words.ts'
import { formatExact } from '../../lib/format.ts'
import { type PagedQuery, usePaged } from '../../queries/client/paged.ts'
import { defaultOrders } from '../../queries/default-orders.ts'
import type { AuditRow } from '../../queries/platform/audit.ts'
import { organizationTexts } from '../../texts/organization.ts'
import { ListRows } from '../../ui/list/list-rows.tsx'
import { rowStyles } from '../../ui/list/rows.tsx'
import { useSorting } from '../../ui/list/use-sorting.ts'

const texts = organizationTexts.audit

/** Who did what, when, to which thing. */
export function AuditRows({ query }: { query: PagedQuery<AuditRow> }) {
  const sorting = useSorting(defaultOrders.audit, ['at', 'actor', 'action'])
  const { items, more } = usePaged(query, sorting)
  return (
    <ListRows
      empty={{ title: texts.empty, icon: <IconHistory size={26} stroke={1.5} /> }}
      caption={texts.title}
      items={items}
      more={more}
      sorting={sorting}
      keyOf={(row) => row.id}
      columns={[
        {
          label: texts.at,
          sort: '-at',
          cell: (row) => <time dateTime={row.at}>{formatExact(row.at)}</time>,
          width: 190,
        },
        {
          label: texts.who,
          long: true,
          sort: 'actor',
          cell: ({ actor: { kind, label } }) => (
            <div>
              {label}
              {kind === 'key' ? (
                <Text size="xs" c="dimmed">
                  {texts.key}
                </Text>
              ) : null}
            </div>
          ),
        },
        { label: texts.what, sort: 'action', cell: (row) => <Code className={rowStyles.whole}>{row.action}</Code> },
        {
          label: texts.subject,
          width: '38%',
          long: 'below',
          cell: (row) => {
            const { name, details } = subjectOf(row)
            return (
              <div>
                <Text size="sm">{name}</Text>
                <Text size="xs" c="dimmed">
                  {details}
                </Text>
              </div>
            )
          },
        },
      ]}
    />
  )
}
