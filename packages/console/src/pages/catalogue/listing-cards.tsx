import { Badge, Group } from '@mantine/core'
import { listingFacts } from '@mkt/contract/states'
import { Link } from '@tanstack/react-router'
import { AppLogo } from '../../parts/listing/app-logo.tsx'
import { VerifiedMark } from '../../parts/listing/verified-marks.tsx'
import { StateBadge } from '../../parts/state/state-badge.tsx'
import { useInstalled } from '../../queries/installation/installed.ts'
import type { Listing } from '../../queries/listing/listings.ts'
import { browse } from '../../texts/browse.ts'
import { stateTexts } from '../../texts/states.ts'
import { MoreButton } from '../../ui/list/more-button.tsx'
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
        {installed ? (
          <Badge variant="light" radius="sm" tt="none" fw={600} className={styles.cardMark}>
            {browse.isInstalled}
          </Badge>
        ) : null}
      </div>
      <div className={styles.summary}>{listing.summary}</div>
      <Group gap={6}>
        <VerifiedMark listing={listing} />
        <Tag>{stateTexts.variant[listing.variant]}</Tag>
        <Tag>{browse.categories[listing.category] ?? listing.category}</Tag>
        {listingFacts(listing.state).shown ? null : <StateBadge state={listing.state} />}
        {listing.sample ? <Tag>{browse.sample}</Tag> : null}
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
  items: Listing[]
  more: { show: () => void; busy: boolean } | undefined
}

/** Applications as cards, each a link to its page. */
export function ListingCards({ items, more }: Props) {
  const installed = useInstalled()
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
