import { expect, it } from 'vitest'
import { manifestText } from './manifest-text.ts'

it('writes a manifest in the order of the schema, whatever order a store gave it, and loses nothing', () => {
  const stored = {
    app: { fields: [{ type: 'Text', odd: { b: 1, a: 2 }, title: 'Region', name: 'region' }] },
    version: '1.0.0',
    name: 'acme/settings',
  }
  const text = manifestText(stored)
  expect(JSON.parse(text)).toEqual(stored)
  expect([...text.matchAll(/"(\w+)":/g)].map(([, name]) => name)).toEqual([
    'name',
    'version',
    'app',
    'fields',
    'name',
    'title',
    'type',
    'odd',
    'b',
    'a',
  ])
})
