import { Alert, Stack, Text } from '@mantine/core'
import { browse } from '../../../texts/browse.ts'
import { publish } from '../../../texts/publish.ts'
import { stateTexts } from '../../../texts/states.ts'
import { Facts } from '../../../ui/layout/facts.tsx'
import { type ListingDraft, missingForPublishing, writtenLinks } from './listing-draft.ts'

function Words({ text }: { text: string }) {
  return (
    <Text style={{ whiteSpace: 'pre-wrap' }} size="sm">
      {text}
    </Text>
  )
}

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
      <Facts
        rows={[
          { name: publish.form.title, value: draft.title },
          { name: publish.form.fullName, value: `${org}/${draft.appName}` },
          { name: publish.form.variant, value: draft.variant ? stateTexts.variant[draft.variant] : null },
          { name: publish.form.summary, value: draft.summary },
          { name: publish.form.category, value: browse.categories[draft.category] },
          { name: publish.form.support, value: draft.supportContact },
          {
            name: publish.form.links,
            value: writtenLinks(draft.links)
              .map((link) => `${link.title}: ${link.url}`)
              .join(', '),
          },
          { name: publish.form.about, value: draft.about ? <Words text={draft.about} /> : null },
          {
            name: publish.form.requirements,
            value: draft.requirements ? <Words text={draft.requirements} /> : null,
          },
        ]}
      />
    </Stack>
  )
}
