import { InstallationLink } from '../../../parts/installation/installation-link.tsx'
import { StateBadge } from '../../../parts/state/state-badge.tsx'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { installationsQuery } from '../../../queries/installation/installations.ts'
import { manage } from '../../../texts/manage.ts'
import { publish } from '../../../texts/publish.ts'
import { ListRows } from '../../../ui/list/list-rows.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { useSorting } from '../../../ui/list/use-sorting.ts'
import { Tag } from '../../../ui/text/tag.tsx'
import { Time } from '../../../ui/text/time.tsx'

const texts = publish.usage

/** The publisher's own installations of the app. */
export function OwnInstallations({ org, listingId }: { org: string; listingId: string }) {
  const sorting = useSorting(defaultOrders.installations, ['tenant', 'state', 'version', 'createdAt'])
  const { words } = useAddress()
  const filter = { q: words.own, state: words.ownState }
  const { items, more } = usePaged(installationsQuery(org, { ...filter, listingId, uninstalled: 'false' }), sorting)
  return (
    <ListRows
      empty={{ title: texts.noOwn, small: true }}
      caption={texts.own}
      items={items}
      more={more}
      sorting={sorting}
      keyOf={(one) => one.id}
      columns={[
        {
          label: manage.columns.tenant,
          sort: 'tenant',
          cell: (one) => <InstallationLink id={one.id}>{one.tenant?.name ?? one.id}</InstallationLink>,
        },
        { label: manage.columns.state, sort: 'state', cell: (one) => <StateBadge state={one.state} /> },
        { label: manage.columns.release, sort: '-version', cell: (one) => <Tag mono>{one.release.version}</Tag> },
        { label: manage.columns.since, sort: '-createdAt', cell: (one) => <Time at={one.createdAt} /> },
      ]}
    />
  )
}
