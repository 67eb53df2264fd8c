import { Group, Stack } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { formatNumber } from '../../lib/format.ts'
import { DomainMark, isVerified } from '../../parts/listing/verified-marks.tsx'
import { usePaged } from '../../queries/client/paged.ts'
import { catalogueQuery, type Listing } from '../../queries/listing/listings.ts'
import { browse } from '../../texts/browse.ts'
import { common } from '../../texts/common.ts'
import { LinkButton } from '../../ui/action/link-button.tsx'
import { Boundary } from '../../ui/feedback/boundary.tsx'
import { Empty } from '../../ui/layout/empty.tsx'
import { Facts } from '../../ui/layout/facts.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { CatalogueWaiting } from './catalogue-waiting.tsx'
import { ListingCards } from './listing-cards.tsx'

const route = getRouteApi('/shell/browse/publishers/$publisher')

/** Who publishes applications, and which. */
export function PublisherPage() {
  const { publisher } = route.useParams()
  return (
    <Boundary waiting={<CatalogueWaiting />} of={publisher}>
      <Publisher name={publisher} />
    </Boundary>
  )
}

function Publisher({ name }: { name: string }) {
  const { items, more } = usePaged(catalogueQuery({ publisher: name }))
  const [first] = items
  if (first === undefined) {
    const action = (
      <LinkButton to="/browse" variant="default" mt="xs">
        {browse.title}
      </LinkButton>
    )
    return <Empty page title={browse.noPublisher} text={common.notFound.text} action={action} />
  }
  const { organization } = first
  const one = (of: (listing: Listing) => string | null) => [...new Set(items.map(of).filter(Boolean))].join(', ')
  // There is a next page: then nobody counted yet.
  const all = more ? null : formatNumber(items.length)
  return (
    <>
      <PageHeader
        crumbs={<Link to="/browse">{browse.title}</Link>}
        title={organization.title}
        lead={
          <>
            {browse.publisherLead(name)}
            <Group gap={6} mt={8}>
              <DomainMark domains={organization.verifiedDomains} />
            </Group>
          </>
        }
      />
      <Stack gap="lg">
        <Section title={browse.facts}>
          <Facts
            rows={[
              { name: browse.domains, value: organization.verifiedDomains.join(', ') || browse.noDomain },
              { name: browse.applications, value: all },
              {
                name: browse.verified,
                value: all && browse.verifiedOf(formatNumber(items.filter(isVerified).length), all),
              },
              { name: browse.support, value: one(({ supportContact }) => supportContact) },
              { name: browse.security, value: one(({ securityContact }) => securityContact) },
            ]}
          />
        </Section>
        <ListingCards items={items} more={more} />
      </Stack>
    </>
  )
}
