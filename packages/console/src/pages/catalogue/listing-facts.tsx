import { Anchor, Group, Stack } from '@mantine/core'
import { DomainMark, isVerified } from '../../parts/listing/verified-marks.tsx'
import type { Listing } from '../../queries/listing/listings.ts'
import { browse } from '../../texts/browse.ts'
import { stateTexts } from '../../texts/states.ts'
import { TextLink } from '../../ui/action/link-button.tsx'
import { Facts } from '../../ui/layout/facts.tsx'

export function ListingFacts({ listing }: { listing: Listing }) {
  return (
    <Facts
      rows={[
        {
          name: browse.publisher,
          value: (
            <Group gap={6}>
              <TextLink to="/browse/publishers/$publisher" params={{ publisher: listing.organization.name }} size="sm">
                {listing.organization.title}
              </TextLink>
              <DomainMark domains={listing.organization.verifiedDomains} />
            </Group>
          ),
        },
        { name: browse.variant, value: stateTexts.variant[listing.variant] },
        { name: browse.reviewed, value: isVerified(listing) ? browse.reviewedValue : null },
        { name: browse.category, value: browse.categories[listing.category] },
        { name: browse.support, value: listing.supportContact },
        { name: browse.security, value: listing.securityContact },
        { name: browse.links, value: listing.links.length > 0 ? <Links links={listing.links} /> : null },
      ]}
    />
  )
}

function Links({ links }: { links: Listing['links'] }) {
  return (
    <Stack gap={2}>
      {links.map((link) => (
        <Anchor key={link.url} href={link.url} rel="noopener noreferrer nofollow" target="_blank" size="sm" py={2}>
          {link.title}
        </Anchor>
      ))}
    </Stack>
  )
}
