import type { Manifest } from '@mkt/manifest'
import { describe, expect, it } from 'vitest'
import { dropLaunchDraft, keepLaunchDraft, readLaunchDraft } from './launch-draft.ts'

function memory(): Storage {
  const held = new Map<string, string>()
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
    clear: () => held.clear(),
    key: () => null,
    get length() {
      return held.size
    },
  }
}

const manifest: Manifest = {
  name: 'acme/app',
  version: '1.0.0',
  app: {
    fields: [
      { name: 'plain', title: 'Plain', type: 'Text', default: 'd' },
      { name: 'key', title: 'Key', type: 'Password' },
      { name: 'note', title: 'Note', type: 'Text', sensitive: true },
    ],
  },
}

const place = { personId: 'per_1', org: 'org_1', listingId: 'lst_1' }

describe('a launch draft', () => {
  it('survives a reload', () => {
    const storage = memory()
    const draft = { tenantId: 'ten_1', settings: { plain: 'typed' }, mappings: [{ productName: 'p', fields: {} }] }
    keepLaunchDraft(storage, place, manifest, draft)
    expect(readLaunchDraft(storage, place, manifest)).toEqual(draft)
  })

  it('is not shown to another person of the same organization', () => {
    const storage = memory()
    keepLaunchDraft(storage, place, manifest, { tenantId: 'ten_1', settings: { plain: 'typed' }, mappings: [] })
    const theirs = readLaunchDraft(storage, { ...place, personId: 'per_2' }, manifest)
    expect(theirs).toEqual({ tenantId: null, settings: { plain: 'd' }, mappings: [] })
  })

  it('costs only the copy where the storage is full', () => {
    const full = Object.assign(memory(), {
      setItem: () => {
        throw new Error('The storage is full.')
      },
    })
    const draft = { tenantId: 'ten_1', settings: {}, mappings: [] }
    expect(() => keepLaunchDraft(full, place, manifest, draft)).not.toThrow()
  })

  it('never puts a write-only value into the storage', () => {
    const storage = memory()
    const settings = { plain: 'typed', key: 'hunter2hunter2', note: 'whispered' }
    keepLaunchDraft(storage, place, manifest, { tenantId: null, settings, mappings: [] })
    const raw = storage.getItem('mkt.launch.per_1.org_1.lst_1') ?? ''
    expect(raw).toContain('typed')
    expect(raw).not.toContain('hunter2')
    expect(raw).not.toContain('whispered')
  })

  it('opens fresh when nothing or nonsense is stored', () => {
    const storage = memory()
    storage.setItem('mkt.launch.per_1.org_1.lst_1', '{not json')
    expect(readLaunchDraft(storage, place, manifest).settings).toEqual({ plain: 'd' })
    dropLaunchDraft(storage, place)
    expect(readLaunchDraft(storage, place, manifest).tenantId).toBeNull()
  })

  it('begins with what is copied, secrets excepted, and is kept apart from a draft of its own', () => {
    const storage = memory()
    const copying = { ...place, copy: 'ins_1' }
    const copied = {
      settings: { plain: 'theirs', key: { set: true as const, updatedAt: '2026-01-01T00:00:00Z' } },
      mappings: [{ productName: 'auto', fields: { vin: '$.vin' } }],
    }
    const draft = readLaunchDraft(storage, copying, manifest, copied)
    expect(draft).toEqual({ tenantId: null, settings: { plain: 'theirs' }, mappings: copied.mappings })
    keepLaunchDraft(storage, copying, manifest, { ...draft, tenantId: 'ten_2' })
    expect(readLaunchDraft(storage, copying, manifest, copied).tenantId).toBe('ten_2')
    expect(readLaunchDraft(storage, place, manifest).settings).toEqual({ plain: 'd' })
  })
})
