import { describe, expect, it } from 'vitest'
import { listing } from '../../../testing/things.ts'
import { changesOf, draftOfListing, emptyListing, missingForPublishing, writtenLinks } from './listing-draft.ts'

describe('a listing draft', () => {
  it('needs title, variant, about and requirements to be published, and nothing else', () => {
    expect(missingForPublishing(emptyListing)).toEqual(['title', 'variant', 'about', 'requirements'])
    const full = { ...emptyListing, title: 'T', variant: 'connected' as const, about: 'a', requirements: 'r' }
    expect(missingForPublishing(full)).toEqual([])
  })

  it('counts blank text as missing', () => {
    expect(missingForPublishing({ ...emptyListing, about: '  \n' })).toContain('about')
  })

  it('leaves out links that were added and left empty, and keeps half-written ones for the server to refuse', () => {
    const links = [
      { title: ' Docs ', url: ' https://docs.example.test ' },
      { title: ' ', url: '' },
      { title: 'Status', url: '' },
    ]
    expect(writtenLinks(links)).toEqual([
      { title: 'Docs', url: 'https://docs.example.test' },
      { title: 'Status', url: '' },
    ])
  })
})

it('only what differs from the listing is sent', () => {
  const stored = listing({ supportContact: 'call 555', links: [{ title: 'Docs', url: 'https://zenith.test' }] })
  const draft = { ...draftOfListing(stored), title: 'Other', links: [...stored.links, { title: '', url: '' }] }
  expect(changesOf(draft, stored)).toEqual({ title: 'Other' })
  expect(changesOf({ ...draft, variant: 'enterprise', links: [] }, stored)).toEqual({
    title: 'Other',
    links: [],
    variant: 'enterprise',
  })
})
