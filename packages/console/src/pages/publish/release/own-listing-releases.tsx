import { Group, Text, Tooltip } from '@mantine/core'
import { releaseStates } from '@mkt/contract/states'
import { IconPackage } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { shortDigest } from '../../../lib/format.ts'
import { StateBadge } from '../../../parts/state/state-badge.tsx'
import { stateOptions } from '../../../parts/state/state-options.ts'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { releasesQuery } from '../../../queries/release/releases.ts'
import { publish } from '../../../texts/publish.ts'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { Empty } from '../../../ui/layout/empty.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { ListRows } from '../../../ui/list/list-rows.tsx'
import { ListSection } from '../../../ui/list/list-section.tsx'
import { rowStyles } from '../../../ui/list/rows.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { useSorting } from '../../../ui/list/use-sorting.ts'
import { Time } from '../../../ui/text/time.tsx'
import { ReleaseDetails } from './release-details.tsx'
import { Progress, ReleaseMoves, RollbackBadge } from './release-moves.tsx'

const route = getRouteApi('/shell/publish/$listingId/releases')
const texts = publish.releases

export function OwnListingReleases() {
  const { listingId } = route.useParams()
  const { release } = route.useSearch()
  return (
    <Boundary of={`${listingId} ${release}`}>
      {release ? <ReleaseDetails id={release} listingId={listingId} /> : <Releases listingId={listingId} />}
    </Boundary>
  )
}

function Releases({ listingId }: { listingId: string }) {
  const { words } = useAddress()
  const sorting = useSorting(defaultOrders.releases, ['version', 'state', 'createdAt'])
  const { items, more } = usePaged(releasesQuery(listingId, { state: words.state, version: words.version }), sorting)
  if (items.length === 0 && !words.state && !words.version) {
    const icon = <IconPackage size={26} stroke={1.5} />
    return (
      <Section>
        <Empty title={texts.empty} text={texts.emptyText} icon={icon} />
      </Section>
    )
  }
  return (
    <ListSection
      list="releases"
      title={texts.title}
      search={texts.version}
      searchWord="version"
      filters={
        <FilterSelect label={texts.state} any={publish.anyState} options={stateOptions(releaseStates)} word="state" />
      }
      narrowedBy={['state']}
    >
      <ListRows
        empty={{ title: texts.empty, text: texts.emptyText, icon: <IconPackage size={26} stroke={1.5} /> }}
        caption={texts.title}
        items={items}
        more={more}
        sorting={sorting}
        keyOf={(release) => release.id}
        columns={[
          {
            label: texts.version,
            sort: '-version',
            cell: (release) => (
              <Link to="." search={(before) => ({ ...before, release: release.id })} className={rowStyles.link}>
                {release.version}
              </Link>
            ),
          },
          {
            label: texts.state,
            sort: 'state',
            cell: (release) => (
              <Group gap={6}>
                <StateBadge state={release.state} />
                <RollbackBadge release={release} />
              </Group>
            ),
          },
          { label: texts.progress.title, cell: (release) => <Progress release={release} /> },
          {
            label: texts.digest,
            cell: (release) => (
              <Tooltip label={release.imageDigest}>
                <Text size="sm" ff="monospace">
                  {shortDigest(release.imageDigest)}
                </Text>
              </Tooltip>
            ),
          },
          { label: texts.created, sort: '-createdAt', cell: (release) => <Time at={release.createdAt} /> },
          { label: '', align: 'right', cell: (release) => <ReleaseMoves release={release} /> },
        ]}
      />
    </ListSection>
  )
}
