import { expect, it } from 'vitest'
import { listingChanges } from './listing-changes.ts'
import { emptyListing } from './listing-draft.ts'

const opened = { ...emptyListing, title: 'Notifier', variant: 'connected' as const }

it('a listing that was not edited has no changes, empty rows of links included', () => {
  expect(listingChanges(opened, { ...opened, links: [{ title: '', url: ' ' }] })).toEqual([])
})

it('changes of a listing are told by label and in the words people chose from', () => {
  const links = [{ title: 'Docs', url: 'https://docs.test' }]
  const draft = { ...opened, variant: 'enterprise' as const, category: 'claims' as const, supportContact: 'a@b.test' }
  expect(listingChanges(opened, { ...draft, links })).toEqual([
    { id: 'variant', title: 'Variant', before: 'Connected', after: 'Enterprise' },
    { id: 'category', title: 'Category', before: 'Other', after: 'Claims' },
    { id: 'supportContact', title: 'Support contact', before: null, after: 'a@b.test' },
    { id: 'links', title: 'Links', before: null, after: 'Docs: https://docs.test' },
  ])
})
