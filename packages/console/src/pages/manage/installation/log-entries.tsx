import { Group, Text } from '@mantine/core'
import { formatDetails, formatExact } from '../../../lib/format.ts'
import { usePaged } from '../../../queries/client/paged.ts'
import { logQuery } from '../../../queries/installation-records.ts'
import { usualOrders } from '../../../queries/usual-orders.ts'
import { common } from '../../../texts/common.ts'
import { manage } from '../../../texts/manage.ts'
import styles from '../../../ui/list/entries.module.css'
import { MoreButton } from '../../../ui/list/more-button.tsx'
import type { Sorting } from '../../../ui/list/use-sorting.ts'
import { logMessage } from './log-message.ts'

/** What the message of an entry tells already. */
const told = ['state', 'revision']

interface Props {
  id: string
  /** Only the latest so many. */
  most?: number
  filter?: { level?: string | undefined; q?: string | undefined }
  sorting?: Sorting
}

/** The platform's own entries about an installation, newest first unless another order is chosen. */
export function LogEntries({ id, most, filter = {}, sorting }: Props) {
  const { items, more } = usePaged(logQuery(id, filter), sorting ?? { shown: usualOrders.log })
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
              <div className={styles.details}>{formatDetails(entry.details, told)}</div>
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
