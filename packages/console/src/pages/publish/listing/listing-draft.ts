import type { Category, Listing, Variant } from '../../../queries/listing/listings.ts'

/** The words of a listing while they are being written. */
export interface ListingDraft {
  appName: string
  title: string
  variant: Variant | ''
  summary: string
  category: Category
  about: string
  requirements: string
  supportContact: string
  links: { title: string; url: string }[]
}

/** What is one line or text of its own. */
export type ListingWord = Exclude<keyof ListingDraft, 'links'>

export const emptyListing: ListingDraft = {
  appName: '',
  title: '',
  variant: '',
  summary: '',
  category: 'other',
  about: '',
  requirements: '',
  supportContact: '',
  links: [],
}

export function draftOfListing(listing: Listing): ListingDraft {
  const { title, variant, summary, category, about, requirements, supportContact, links } = listing
  const appName = listing.name.split('/')[1] ?? ''
  return { appName, title, variant, summary, category, about, requirements, supportContact, links }
}

/** The links that say something: rows that were added and left empty are not sent. */
export function writtenLinks(links: ListingDraft['links']): ListingDraft['links'] {
  return links
    .map(({ title, url }) => ({ title: title.trim(), url: url.trim() }))
    .filter(({ title, url }) => title !== '' || url !== '')
}

/** What differs from the listing: a value that was fine when it was stored and would be refused now does not stop the others. */
export function changesOf(
  draft: ListingDraft,
  listing: Listing,
): Partial<Omit<ListingDraft, 'appName' | 'variant'>> & {
  variant?: Variant
} {
  const { appName: _, variant, ...words } = { ...draft, links: writtenLinks(draft.links) }
  const before = draftOfListing(listing)
  const changed = Object.entries(words).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof ListingDraft]),
  )
  return {
    ...Object.fromEntries(changed),
    ...(variant !== '' && variant !== listing.variant ? { variant } : {}),
  }
}

/** What publishing needs and nothing else: title, variant, about and requirements. */
export function missingForPublishing(draft: ListingDraft): ListingWord[] {
  return (['title', 'variant', 'about', 'requirements'] as const).filter((name) => draft[name].trim() === '')
}
