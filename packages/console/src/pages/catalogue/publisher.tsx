import { Text } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { usePaged } from '../../queries/client/paged.ts'
import { catalogueQuery } from '../../queries/listing/listings.ts'
import { browse } from '../../texts/browse.ts'
import { common } from '../../texts/common.ts'
import { LinkButton } from '../../ui/action/link-button.tsx'
import { Boundary } from '../../ui/feedback/boundary.tsx'
import { Empty } from '../../ui/layout/empty.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
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
  const contacts = [...new Set(items.map(({ supportContact }) => supportContact).filter(Boolean))]
  return (
    <>
      <PageHeader
        crumbs={<Link to="/browse">{browse.title}</Link>}
        title={first.organization.title}
        lead={browse.publisherLead(name)}
      />
      {contacts.length > 0 ? (
        <Text size="sm" c="dimmed" mb="lg">
          {browse.support}: {contacts.join(', ')}
        </Text>
      ) : null}
      <ListingCards items={items} more={more} />
    </>
  )
}
