import { Alert, Stack, Text } from '@mantine/core'
import { publish } from '../../../texts/publish.ts'
import { type ListingDraft, missingForPublishing } from './listing-draft.ts'
import { ListingFacts } from './listing-facts.tsx'

/** The whole listing before it is published, and what is still missing. */
export function ListingReview({ draft, org }: { draft: ListingDraft; org: string }) {
  const missing = missingForPublishing(draft)
  return (
    <Stack gap="md">
      <Text c="dimmed">{publish.review.lead}</Text>
      {missing.length > 0 ? (
        <Alert color="red" title={publish.review.missing}>
          {missing.map((name) => publish.form[name as 'title']).join(', ')}
        </Alert>
      ) : null}
      <ListingFacts draft={draft} org={org} />
    </Stack>
  )
}
