import { Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { AppLogo } from '../../parts/listing/app-logo.tsx'
import { Screenshots } from '../../parts/listing/listing-pictures.tsx'
import { picturesQuery } from '../../queries/listing/listing-words.ts'
import { listingQuery } from '../../queries/listing/listings.ts'
import { trust as texts } from '../../texts/trust.ts'
import { Section } from '../../ui/layout/section.tsx'

/** The pictures of a public listing as they would be after approval. */
export function WaitingPictures({ listingId }: { listingId: string }) {
  const { data: listing } = useSuspenseQuery(listingQuery(listingId))
  const { data } = useSuspenseQuery(picturesQuery(listingId))
  if (data.waiting === null) return null
  return (
    <Section title={texts.waitingPictures}>
      <Stack gap="md">
        <AppLogo listing={{ ...listing, logo: data.waiting.logo }} size={64} />
        <Screenshots listing={data.waiting} />
      </Stack>
    </Section>
  )
}
