import { Stack } from '@mantine/core'
import { IconEyeCheck } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { rangeOf } from '../../../lib/days.ts'
import { formatClock, formatNumber, formatTime } from '../../../lib/format.ts'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { ledgerQuery } from '../../../queries/installation/installation-records.ts'
import { egress } from '../../../texts/egress.ts'
import { manage } from '../../../texts/manage.ts'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { DayRange } from '../../../ui/list/day-range.tsx'
import { ListRows } from '../../../ui/list/list-rows.tsx'
import { ListSection } from '../../../ui/list/list-section.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { useSorting } from '../../../ui/list/use-sorting.ts'
import { Tag } from '../../../ui/text/tag.tsx'
import { EgressOfInstallation } from './installation-egress.tsx'

const route = getRouteApi('/shell/manage/installations/$installationId')
const texts = manage.ledger

export function InstallationLedger() {
  const { installationId } = route.useParams()
  const { words, set } = useAddress()
  return (
    <Stack gap="lg">
      <ListSection
        list="ledger"
        title={texts.title}
        lead={texts.lead}
        search={texts.version}
        searchWord="version"
        filters={<DayRange from={words.from} to={words.to} onChange={set} />}
        narrowedBy={['from', 'to']}
      >
        <Ledger id={installationId} />
      </ListSection>
      <Section title={egress.title} lead={egress.lead}>
        <Boundary>
          <EgressOfInstallation installationId={installationId} />
        </Boundary>
      </Section>
    </Stack>
  )
}

function Ledger({ id }: { id: string }) {
  const sorting = useSorting(defaultOrders.ledger, ['hour', 'version', 'reads'])
  const { words } = useAddress()
  const filter = { version: words.version, ...rangeOf(words) }
  const { items, more } = usePaged(ledgerQuery(id, filter), sorting)
  return (
    <ListRows
      empty={{ title: texts.empty, icon: <IconEyeCheck size={26} stroke={1.5} /> }}
      caption={texts.title}
      items={items}
      more={more}
      sorting={sorting}
      keyOf={(row) => `${row.hour} ${row.releaseId}`}
      columns={[
        { label: texts.hour, sort: '-hour', cell: (row) => formatTime(row.hour) },
        { label: texts.release, sort: '-version', cell: (row) => <Tag mono>{row.version ?? row.releaseId}</Tag> },
        { label: texts.reads, sort: '-reads', cell: (row) => formatNumber(row.reads) },
        { label: texts.first, cell: (row) => formatClock(row.firstAt) },
        { label: texts.last, cell: (row) => formatClock(row.lastAt) },
      ]}
    />
  )
}
