import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatDuration, formatNumber } from '../../../lib/format.ts'
import { callFiguresQuery, lastCallQuery } from '../../../queries/activity/calls.ts'
import { deliveriesQuery, deliverySummaryQuery } from '../../../queries/activity/deliveries.ts'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { ledgerSummaryQuery } from '../../../queries/installation/installation-records.ts'
import type { Installation } from '../../../queries/installation/installations.ts'
import { manage } from '../../../texts/manage.ts'
import { Figures } from '../../../ui/layout/figures.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { useNow } from '../../../ui/text/use-now.ts'

const texts = manage.glance
const HOUR_MS = 3_600_000

/** The four things one wants to know first about a running application: about calls where it answers calls, else about events. */
export function Glance({ installation }: { installation: Installation }) {
  return installation.answers.length > 0 ? (
    <OfCalls installationId={installation.id} />
  ) : (
    <OfEvents installationId={installation.id} />
  )
}

function OfCalls({ installationId }: { installationId: string }) {
  const { data } = useQuery(callFiguresQuery('installation', installationId))
  // Of the policy system, as the figures beside it.
  const { data: latest } = useQuery(lastCallQuery(installationId))
  const kinds = data?.kinds ?? []
  const sum = (what: 'calls' | 'failed') => kinds.reduce((total, kind) => total + kind[what], 0)
  return (
    <Figures
      figures={[
        { name: texts.lastCall, value: latest ? <Time at={latest.at} /> : '–' },
        { name: texts.calls, value: data ? formatNumber(sum('calls')) : '–' },
        { name: texts.failedCalls, value: data ? formatNumber(sum('failed')) : '–' },
        { name: texts.p95, value: typeof data?.p95Ms === 'number' ? formatDuration(data.p95Ms) : '–' },
      ]}
    />
  )
}

function OfEvents({ installationId }: { installationId: string }) {
  const { data: summary } = useQuery(deliverySummaryQuery(installationId))
  const { items: deliveries } = usePaged(deliveriesQuery(installationId, {}), { shown: defaultOrders.deliveries })
  const from = new Date((Math.floor(useNow() / HOUR_MS) - 23) * HOUR_MS).toISOString()
  const { data: ledger } = useQuery({ ...ledgerSummaryQuery(installationId, from), placeholderData: keepPreviousData })
  const latest = deliveries[0]
  return (
    <Figures
      figures={[
        { name: texts.lastEvent, value: latest ? <Time at={latest.receivedAt} /> : '–' },
        { name: texts.waiting, value: summary ? formatNumber(summary.waiting) : '–' },
        { name: texts.dead, value: summary ? formatNumber(summary.dead) : '–' },
        { name: texts.reads, value: ledger ? formatNumber(ledger.reads) : '–' },
      ]}
    />
  )
}
