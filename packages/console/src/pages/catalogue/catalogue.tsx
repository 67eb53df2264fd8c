import { Badge, Group } from '@mantine/core'
import { listingFacts } from '@mkt/contract/states'
import { IconLayoutGrid, IconSearchOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AppLogo } from '../../parts/listing/app-logo.tsx'
import { StateBadge } from '../../parts/state/state-badge.tsx'
import { usePaged } from '../../queries/client/paged.ts'
import { useInstalled } from '../../queries/installation/installed.ts'
import { catalogueQuery, type Listing } from '../../queries/listing/listings.ts'
import { browse } from '../../texts/browse.ts'
import { stateTexts } from '../../texts/states.ts'
import { Empty } from '../../ui/layout/empty.tsx'
import { MoreButton } from '../../ui/list/more-button.tsx'
import type { Sorting } from '../../ui/list/use-sorting.ts'
import { Tag } from '../../ui/text/tag.tsx'
import styles from './browse.module.css'

function Card({ listing, installed }: { listing: Listing; installed: boolean }) {
  return (
    <Link to="/browse/$listingId" params={{ listingId: listing.id }} className={styles.card}>
      <div className={styles.cardHead}>
        <AppLogo listing={listing} />
        <div className={styles.cardWords}>
          <div className={styles.cardTitle}>{listing.title}</div>
          <div className={styles.cardName}>{listing.name}</div>
        </div>
      </div>
      <div className={styles.summary}>{listing.summary}</div>
      <Group gap={6}>
        <Tag>{stateTexts.variant[listing.variant]}</Tag>
        <Tag>{browse.categories[listing.category] ?? listing.category}</Tag>
        {listingFacts(listing.state).shown ? null : <StateBadge state={listing.state} />}
        {listing.sample ? <Tag>{browse.sample}</Tag> : null}
        {installed ? (
          <Badge variant="light" radius="sm" tt="none" fw={600}>
            {browse.isInstalled}
          </Badge>
        ) : null}
        {listing.own ? (
          <Badge variant="light" color="clay" radius="sm" tt="none" fw={600}>
            {browse.own}
          </Badge>
        ) : null}
      </Group>
    </Link>
  )
}

interface Props {
  filter: { q?: string; variant?: string; category?: string }
  sorting: Sorting
  clear: ReactNode
}

export function Catalogue({ filter, sorting, clear }: Props) {
  const { items, more } = usePaged(catalogueQuery(filter), sorting)
  const installed = useInstalled()
  if (items.length === 0) {
    const filtered = Boolean(filter.q || filter.variant || filter.category)
    if (filtered) {
      const icon = <IconSearchOff size={26} stroke={1.5} />
      return <Empty title={browse.empty} text={browse.emptyText} icon={icon} action={clear} />
    }
    return <Empty title={browse.emptyAll} text={browse.emptyAllText} icon={<IconLayoutGrid size={26} stroke={1.5} />} />
  }
  return (
    <>
      <ul className={styles.grid} aria-label={browse.results}>
        {items.map((listing) => (
          <li key={listing.id}>
            <Card listing={listing} installed={installed.has(listing.id)} />
          </li>
        ))}
      </ul>
      {more ? (
        <Group justify="center" mt="lg">
          <MoreButton more={more} variant="default" />
        </Group>
      ) : null}
    </>
  )
}
