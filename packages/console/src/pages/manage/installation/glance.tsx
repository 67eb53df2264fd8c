import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../../lib/format.ts'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { deliveriesQuery, deliverySummaryQuery } from '../../../queries/deliveries.ts'
import { ledgerSummaryQuery } from '../../../queries/installation-records.ts'
import { manage } from '../../../texts/manage.ts'
import { Time } from '../../../ui/text/time.tsx'
import { useNow } from '../../../ui/text/use-now.ts'
import styles from './glance.module.css'

const texts = manage.glance
const HOUR_MS = 3_600_000

/** The four things one wants to know first about a running application. */
export function Glance({ installationId }: { installationId: string }) {
  const { data: summary } = useQuery(deliverySummaryQuery(installationId))
  const { items: deliveries } = usePaged(deliveriesQuery(installationId, {}), { shown: defaultOrders.deliveries })
  const from = new Date((Math.floor(useNow() / HOUR_MS) - 23) * HOUR_MS).toISOString()
  const { data: ledger } = useQuery({ ...ledgerSummaryQuery(installationId, from), placeholderData: keepPreviousData })
  const latest = deliveries[0]
  const figures = [
    { name: texts.lastEvent, value: latest ? <Time at={latest.receivedAt} /> : '–' },
    { name: texts.waiting, value: summary ? formatNumber(summary.waiting) : '–' },
    { name: texts.dead, value: summary ? formatNumber(summary.dead) : '–' },
    { name: texts.reads, value: ledger ? formatNumber(ledger.reads) : '–' },
  ]
  return (
    <dl className={styles.figures}>
      {figures.map((figure) => (
        <div key={figure.name} className={styles.figure}>
          <dt className={styles.name}>{figure.name}</dt>
          <dd className={styles.value}>{figure.value}</dd>
        </div>
      ))}
    </dl>
  )
}
