import { Text } from '@mantine/core'
import { formatBytes, formatNumber, formatTime } from '../../lib/format.ts'
import { egress as texts } from '../../texts/egress.ts'
import { type Column, Rows } from '../../ui/list/rows.tsx'
import { Tag } from '../../ui/text/tag.tsx'

export interface ObservedRow {
  hour: string
  host: string
  port: number | null
  connections: number
  sentBytes: number
  receivedBytes: number
  refused: number
  lastRefusal: string | null
  declared?: boolean
  release?: { version: string }
}

/** What went where, by host and hour. */
export function ObservedEgress({ rows }: { rows: ObservedRow[] }) {
  if (rows.length === 0) return <Text c="dimmed">{texts.nothing}</Text>
  const byRelease = rows.some((row) => row.release !== undefined)
  const columns: Column<ObservedRow>[] = [
    {
      label: texts.host,
      cell: ({ host, port, declared }) => (
        <>
          {port === null || port === 443 ? host : `${host}:${port}`}{' '}
          {declared === false && !host.startsWith('(') ? <Tag>{texts.undeclared}</Tag> : null}
        </>
      ),
    },
    { label: texts.hour, cell: (row) => formatTime(row.hour) },
    ...(byRelease
      ? [{ label: texts.release, cell: (row: ObservedRow) => <Tag mono>{row.release?.version}</Tag> }]
      : []),
    { label: texts.connections, cell: (row) => formatNumber(row.connections) },
    { label: texts.sent, cell: (row) => formatBytes(row.sentBytes) },
    { label: texts.received, cell: (row) => formatBytes(row.receivedBytes) },
    {
      label: texts.refused,
      cell: ({ refused, lastRefusal }) =>
        refused === 0 ? '0' : `${formatNumber(refused)}${lastRefusal === null ? '' : ` (${lastRefusal})`}`,
    },
  ]
  return (
    <Rows
      caption={texts.observed}
      items={rows}
      columns={columns}
      keyOf={(row) => `${row.hour} ${row.release?.version ?? ''} ${row.host} ${row.port}`}
    />
  )
}
