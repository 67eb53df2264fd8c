import { Group, Text } from '@mantine/core'
import { formatDetails, formatExact } from '../../../lib/format.ts'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { logQuery } from '../../../queries/installation/installation-records.ts'
import { common } from '../../../texts/common.ts'
import { manage } from '../../../texts/manage.ts'
import styles from '../../../ui/list/entries.module.css'
import { MoreButton } from '../../../ui/list/more-button.tsx'
import type { Sorting } from '../../../ui/list/use-sorting.ts'
import { logMessage } from './log-message.ts'

/** Details that the message of an entry already says. */
const toldBy = (message: string, details: Record<string, unknown>) => [
  'state',
  'revision',
  'runs',
  // A code: the message says it in words.
  ...(/^[a-z_]+$/.test(String(details.reason)) ? ['reason'] : []),
  ...Object.keys(details).filter((name) => typeof details[name] === 'string' && message.includes(details[name])),
]

interface Props {
  id: string
  /** Shows at most this many, the latest. */
  most?: number
  filter?: { level?: string | undefined; q?: string | undefined }
  sorting?: Sorting
}

/** The platform's own entries about an installation, newest first unless another order is chosen. */
export function LogEntries({ id, most, filter = {}, sorting }: Props) {
  const { items, more } = usePaged(logQuery(id, filter), sorting ?? { shown: defaultOrders.log })
  if (items.length === 0) {
    return <Text c="dimmed">{filter.level || filter.q ? common.noMatch : manage.log.empty}</Text>
  }
  return (
    <>
      <ol className={styles.entries} aria-live="polite">
        {items.slice(0, most ?? items.length).map((entry) => (
          <li key={entry.id} className={styles.entry} data-level={entry.level}>
            <time className={styles.when} dateTime={entry.at}>
              {formatExact(entry.at)}
            </time>
            <div>
              <div className={styles.message}>{logMessage(entry)}</div>
              <div className={styles.details}>{formatDetails(entry.details, toldBy(entry.message, entry.details))}</div>
            </div>
          </li>
        ))}
      </ol>
      {more && !most ? (
        <Group justify="center" mt="md">
          <MoreButton more={more} />
        </Group>
      ) : null}
    </>
  )
}
