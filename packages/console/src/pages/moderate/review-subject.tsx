import { useSuspenseQuery } from '@tanstack/react-query'
import { Asks } from '../../parts/release/asks.tsx'
import { TrustPanel } from '../../parts/trust/trust-panel.tsx'
import { listingQuery } from '../../queries/listing/listings.ts'
import type { Dossier } from '../../queries/listing/reviews.ts'
import { releaseQuery } from '../../queries/release/releases.ts'
import { moderate } from '../../texts/moderate.ts'
import { trust } from '../../texts/trust.ts'
import { Boundary } from '../../ui/feedback/boundary.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Prose } from '../../ui/text/prose.tsx'
import { CheckDataSheet } from './check-data-sheet.tsx'

const texts = moderate.review

export function ReviewSubject({ review }: { review: Dossier }) {
  const { data: listing } = useSuspenseQuery(listingQuery(review.listing.id))
  const { data: release } = useSuspenseQuery(releaseQuery(review.release.id))
  return (
    <>
      <Section title={texts.asks}>
        <Asks manifest={release.manifest} />
      </Section>
      <Section title={trust.title} lead={trust.lead}>
        <Boundary>
          <TrustPanel of="release" id={release.id} />
        </Boundary>
      </Section>
      <Boundary>
        <CheckDataSheet listingId={listing.id} />
      </Boundary>
      <Section title={texts.about}>
        <Prose html={listing.aboutHtml} />
      </Section>
      <Section title={texts.requirements}>
        <Prose html={listing.requirementsHtml} />
      </Section>
    </>
  )
}
