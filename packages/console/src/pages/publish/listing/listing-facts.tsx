import { Text } from '@mantine/core'
import { browse } from '../../../texts/browse.ts'
import { publish } from '../../../texts/publish.ts'
import { stateTexts } from '../../../texts/states.ts'
import { Facts } from '../../../ui/layout/facts.tsx'
import { type ListingDraft, writtenLinks } from './listing-draft.ts'

function Words({ text }: { text: string }) {
  return (
    <Text style={{ whiteSpace: 'pre-wrap' }} size="sm">
      {text}
    </Text>
  )
}

/** The words of a listing, to read. */
export function ListingFacts({ draft, org }: { draft: ListingDraft; org: string }) {
  return (
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
  )
}
