import { Group, Stack, Text } from '@mantine/core'
import type { Listing } from '../../../queries/listing/listings.ts'
import { publish } from '../../../texts/publish.ts'
import { LinkButton } from '../../../ui/action/link-button.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { CopyLine } from '../../../ui/text/copy-line.tsx'

/** After a listing was created: what it is called, and the commands to continue with. */
export function NewListingDone({ listing }: { listing: Listing }) {
  if (listing.state === null) {
    return (
      <>
        <PageHeader title={publish.done.kept(listing.title)} lead={publish.done.keptLead} />
        <LinkButton to="/publish/$listingId" params={{ listingId: listing.id }}>
          {publish.done.open}
        </LinkButton>
      </>
    )
  }
  return (
    <>
      <PageHeader title={publish.done.title(listing.title)} lead={publish.done.lead} />
      <Section>
        <Stack gap="md">
          <div>
            <Text size="sm" fw={600} mb={4}>
              {publish.done.name}
            </Text>
            <CopyLine value={listing.name} label={publish.done.name} />
          </div>
          <div>
            <Text size="sm" fw={600} mb={4}>
              {publish.done.init}
            </Text>
            <CopyLine value={listing.initCommand} label={publish.done.init} />
          </div>
          <div>
            <Text size="sm" fw={600} mb={4}>
              {publish.done.push}
            </Text>
            <CopyLine value={listing.pushAddress} label={publish.done.push} />
          </div>
          <Group>
            <LinkButton to="/publish/$listingId" params={{ listingId: listing.id }}>
              {publish.done.open}
            </LinkButton>
            <LinkButton variant="default" to="/publish/$listingId/manifest" params={{ listingId: listing.id }}>
              {publish.done.manifest}
            </LinkButton>
          </Group>
        </Stack>
      </Section>
    </>
  )
}
