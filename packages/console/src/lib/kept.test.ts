import { expect, it } from 'vitest'
import { asPart, keep, readKept } from './kept.ts'

function storage(full = false) {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (full) throw new Error('The storage is full.')
      items.set(key, value)
    },
    removeItem: (key: string) => void items.delete(key),
  }
}

it('a draft is kept by its place until it is dropped', () => {
  const own = storage()
  keep(own, 'configuration.1', { settings: { region: 'west' } })
  expect(readKept(own, 'configuration.1')).toEqual({ settings: { region: 'west' } })
  expect(readKept(own, 'configuration.2')).toBeNull()
  keep(own, 'configuration.1', null)
  expect(own.items.size).toBe(0)
})

it('what cannot be parsed is no draft, and a full storage costs only the copy', () => {
  const own = storage()
  own.items.set('mkt.draft.x', '{half')
  expect(readKept(own, 'x')).toBeNull()
  expect(() => keep(storage(true), 'x', 'text')).not.toThrow()
  expect([asPart('text'), asPart([1]), asPart(null), asPart({ a: 1 })]).toEqual([null, null, null, { a: 1 }])
})
