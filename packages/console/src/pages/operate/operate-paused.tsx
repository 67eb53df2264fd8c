import { IconPlayerPause } from '@tabler/icons-react'
import { formatNumber } from '../../lib/format.ts'
import { InstallationLink } from '../../parts/installation/installation-link.tsx'
import { StateBadge } from '../../parts/state/state-badge.tsx'
import { useResumeDeliveries } from '../../queries/activity/deliveries.ts'
import { usePaged } from '../../queries/client/paged.ts'
import { defaultOrders } from '../../queries/default-orders.ts'
import { type PausedRoute, pausedRoutesQuery } from '../../queries/platform/operating.ts'
import { useMay } from '../../queries/session/may.ts'
import { operate } from '../../texts/operate.ts'
import { ConfirmButton } from '../../ui/action/confirm-button.tsx'
import { TextLink } from '../../ui/action/link-button.tsx'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { ListRows } from '../../ui/list/list-rows.tsx'
import { ListSection } from '../../ui/list/list-section.tsx'
import { useAddress } from '../../ui/list/use-address.ts'
import { useSorting } from '../../ui/list/use-sorting.ts'
import { Named } from '../../ui/text/named.tsx'
import { Time } from '../../ui/text/time.tsx'

const texts = operate.paused
const causes = Object.entries(texts.causes).map(([value, label]) => ({ value, label }))

export function OperatePaused() {
  return (
    <ListSection
      list="paused"
      narrowedBy={['cause']}
      title={texts.title}
      lead={texts.lead}
      search={texts.search}
      filters={<FilterSelect label={texts.cause} any={texts.anyCause} options={causes} word="cause" />}
    >
      <Paused />
    </ListSection>
  )
}

function Paused() {
  const { words } = useAddress()
  const sorting = useSorting(defaultOrders.pausedRoutes, ['listing', 'organization', 'since', 'waiting'])
  const { items, more } = usePaged(pausedRoutesQuery({ q: words.q, cause: words.cause }), sorting)
  return (
    <ListRows
      empty={{ title: texts.empty, text: texts.emptyText, icon: <IconPlayerPause size={26} stroke={1.5} /> }}
      noMatch={texts.noMatch}
      caption={texts.title}
      items={items}
      more={more}
      sorting={sorting}
      keyOf={(row) => row.installation.id}
      columns={[
        {
          label: texts.listing,
          sort: 'listing',
          width: '26%',
          cell: ({ installation, listing, routeId }) => (
            <Named
              name={<InstallationLink id={installation.id}>{installation.name}</InstallationLink>}
              detail={
                <>
                  <TextLink to="/browse/$listingId" params={{ listingId: listing.id }} size="xs">
                    {listing.name}
                  </TextLink>{' '}
                  · {routeId}
                </>
              }
            />
          ),
        },
        {
          label: texts.organization,
          long: true,
          sort: 'organization',
          cell: ({ organization }) => (
            <TextLink to="/operate/organizations/$org" params={{ org: organization.id }} size="sm">
              {organization.name}
            </TextLink>
          ),
        },
        { label: texts.installation, cell: (row) => <StateBadge state={row.installation.state} size="sm" /> },
        { label: texts.cause, cell: (row) => [texts.causes[row.cause], ...row.paths].join(' ') },
        { label: texts.since, sort: '-since', cell: (row) => <Time at={row.since} /> },
        {
          label: texts.probe,
          cell: (row) => (row.nextProbeAt ? <Time at={row.nextProbeAt} ahead="next" /> : texts.noProbe),
        },
        { label: texts.waiting, sort: '-waiting', align: 'right', cell: (row) => formatNumber(row.waiting) },
        {
          label: '',
          align: 'right',
          cell: (row) => <Resume row={row} />,
        },
      ]}
    />
  )
}

function Resume({ row: { installation, listing, organization } }: { row: PausedRoute }) {
  const resume = useResumeDeliveries(installation.id)
  const mayResume = useMay('resumeDeliveries', { organizationId: organization.id, test: installation.test })
  if (!mayResume) return null
  return (
    <ConfirmButton
      size="compact-sm"
      variant="subtle"
      label={texts.resume}
      of={texts.one(listing.name, organization.name)}
      text={texts.resumeText}
      act={() => resume.mutateAsync()}
    />
  )
}
