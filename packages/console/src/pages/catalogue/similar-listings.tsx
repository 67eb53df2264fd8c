import { Stack, Text } from '@mantine/core'
import { AppLogo } from '../../parts/listing/app-logo.tsx'
import { usePaged } from '../../queries/client/paged.ts'
import { catalogueQuery, type Listing } from '../../queries/listing/listings.ts'
import { browse } from '../../texts/browse.ts'
import { TextLink } from '../../ui/action/link-button.tsx'
import { Section } from '../../ui/layout/section.tsx'
import styles from './browse.module.css'

const FEW = 3

/** Others of the same category for the same variant. */
export function SimilarListings({ listing }: { listing: Listing }) {
  const { category, variant } = listing
  const { items } = usePaged(catalogueQuery({ category, variant }))
  const similar = items.filter(({ id }) => id !== listing.id).slice(0, FEW)
  if (similar.length === 0) return null
  return (
    <Section title={browse.similar}>
      <Stack gap="sm">
        {similar.map((other) => (
          <div key={other.id} className={styles.cardHead}>
            <AppLogo listing={other} size={34} />
            <div className={styles.cardWords}>
              <TextLink to="/browse/$listingId" params={{ listingId: other.id }} fw={600} size="sm">
                {other.title}
              </TextLink>
              <Text size="xs" c="dimmed">
                {other.summary}
              </Text>
            </div>
          </div>
        ))}
      </Stack>
    </Section>
  )
}
