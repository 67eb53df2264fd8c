import { expect, it } from 'vitest'
import type { DerivedSchema } from '../../domain/tenant/derived-schema.ts'
import { schemaNames } from '../../domain/tenant/schema-names.ts'
import { createSchemaCache } from './schema-cache.ts'

const names = schemaNames({ variant: 'enterprise', products: {}, exposures: {}, accounts: {} })
const schema = (characters: number): DerivedSchema => ({ text: 'x'.repeat(characters), paths: '', names })
const [first, second] = [new Date(1), new Date(2)]

it('a schema is known as it was read at a moment, not as it was read at another', () => {
  const cache = createSchemaCache()
  const kept = schema(1)
  cache.keep('ten_a', first, kept)
  expect(cache.find('ten_a', first)).toBe(kept)
  expect(cache.find('ten_a', second)).toBeUndefined()
})

it('schemas have a limited size in all: the one that was not used for longest goes first', () => {
  const cache = createSchemaCache(10)
  for (const id of ['a', 'b', 'c']) cache.keep(id, first, schema(3))
  cache.find('a', first)
  cache.keep('d', first, schema(4))
  const known = () => ['a', 'b', 'c', 'd'].filter((id) => cache.find(id, first) !== undefined)
  expect(known()).toEqual(['a', 'c', 'd'])
  cache.keep('d', second, schema(1))
  cache.keep('e', first, schema(3))
  expect(known()).toEqual(['a', 'c'])
  cache.keep('f', first, schema(11))
  expect(known()).toEqual([])
})
