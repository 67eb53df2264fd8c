import type { FieldChange } from '../../../forms/change-bar.tsx'
import { browse } from '../../../texts/browse.ts'
import { publish } from '../../../texts/publish.ts'
import { stateTexts } from '../../../texts/states.ts'
import { type ListingDraft, writtenLinks } from './listing-draft.ts'

const titles: Record<keyof ListingDraft, string> = { ...publish.form, supportContact: publish.form.support }

/** A value as people read it. */
function shown(draft: ListingDraft, name: keyof ListingDraft): string | null {
  if (name === 'links') {
    return (
      writtenLinks(draft.links)
        .map(({ title, url }) => `${title}: ${url}`)
        .join('\n') || null
    )
  }
  if (name === 'category') return browse.categories[draft.category] ?? draft.category
  if (name === 'variant') return draft.variant === '' ? null : stateTexts.variant[draft.variant]
  return draft[name] || null
}

/** What saving a listing would change, in the labels of its form. */
export function listingChanges(opened: ListingDraft, draft: ListingDraft): FieldChange[] {
  return (Object.keys(opened) as (keyof ListingDraft)[]).flatMap((name): FieldChange[] => {
    const [before, after] = [shown(opened, name), shown(draft, name)]
    return before === after ? [] : [{ id: name, title: titles[name], before, after }]
  })
}
