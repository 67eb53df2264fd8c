import { Stack } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { formatCalendarDay, formatNumber } from '../../../lib/format.ts'
import { TrustPanel } from '../../../parts/trust/trust-panel.tsx'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { fieldsQuery } from '../../../queries/release/trust.ts'
import { common } from '../../../texts/common.ts'
import { trust } from '../../../texts/trust.ts'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { Empty } from '../../../ui/layout/empty.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { AddressInput } from '../../../ui/list/address-input.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { Rows } from '../../../ui/list/rows.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { useSorting } from '../../../ui/list/use-sorting.ts'
import { Tag } from '../../../ui/text/tag.tsx'

import { EraseData } from './erase-data.tsx'

const route = getRouteApi('/shell/manage/installations/$installationId/trust')
const texts = trust.fieldLedger

/** What is known of the app of an installation, and which policy fields it was sent and changed. */
export function InstallationTrust() {
  const { installationId } = route.useParams()
  const { words } = useAddress()
  return (
    <Stack gap="lg">
      <Section title={trust.title} lead={trust.lead}>
        <Boundary>
          <TrustPanel of="installation" id={installationId} />
        </Boundary>
      </Section>
      <Section
        flush
        title={texts.title}
        lead={texts.lead}
        actions={
          <>
            <AddressInput label={texts.search} word="q" />
            <FilterSelect
              label={texts.kind}
              any={texts.any}
              options={Object.entries(texts.kinds).map(([value, label]) => ({ value, label }))}
              word="changed"
            />
          </>
        }
      >
        <Boundary of={JSON.stringify(words)}>
          <Fields id={installationId} />
        </Boundary>
      </Section>
      <Boundary>
        <EraseData installationId={installationId} />
      </Boundary>
    </Stack>
  )
}

function Fields({ id }: { id: string }) {
  const { words } = useAddress()
  const { q, changed } = words
  const sorting = useSorting(defaultOrders.fields, ['day', 'name', 'sent', 'changed'])
  const { items, more } = usePaged(fieldsQuery(id, { q, changed }), sorting)
  if (items.length === 0) {
    const icon = <IconListDetails size={26} stroke={1.5} />
    if (q || changed) return <Empty title={common.noMatch} icon={icon} />
    return <Empty title={texts.empty} text={texts.emptyText} icon={icon} />
  }
  return (
    <Rows
      caption={texts.title}
      items={items}
      more={more}
      sorting={sorting}
      keyOf={({ name, day, release }) => `${name} ${day} ${release.id}`}
      columns={[
        { label: texts.name, long: true, sort: 'name', cell: ({ name }) => <code>{name}</code> },
        { label: texts.day, sort: '-day', cell: ({ day }) => formatCalendarDay(day) },
        { label: texts.release, cell: ({ release }) => <Tag mono>{release.version}</Tag> },
        { label: texts.sent, sort: '-sent', align: 'right', cell: ({ sent }) => formatNumber(sent) },
        { label: texts.changed, sort: '-changed', align: 'right', cell: (field) => formatNumber(field.changed) },
      ]}
    />
  )
}
