import { expect, it } from 'vitest'
import { compareRevisions } from './configuration.ts'

const revision = (settings: Record<string, string>, marks: Record<string, 'entered' | 'kept' | 'cleared'> = {}) => ({
  settings,
  marks,
  mappings: [],
})

it('shows readable values that changed, and of secrets only what was done', () => {
  const from = revision({ a: '1', b: '2', c: '3' })
  const to = revision({ a: '1', b: '4', d: '5' }, { key: 'entered', other: 'kept', old: 'cleared' })
  expect(compareRevisions(from, to)).toEqual([
    { pointer: '/settings/b', before: '2', after: '4', mark: null },
    { pointer: '/settings/c', before: '3', after: null, mark: null },
    { pointer: '/settings/d', before: null, after: '5', mark: null },
    { pointer: '/settings/key', before: null, after: null, mark: 'entered' },
    { pointer: '/settings/old', before: null, after: null, mark: 'cleared' },
  ])
})

it('tells that a secret was entered or cleared anywhere between the two, though the later revision kept it', () => {
  const to = revision({}, { key: 'kept', old: 'kept', same: 'kept' })
  const between = [{ key: 'entered', old: 'entered' }, { key: 'kept', old: 'cleared' }, to.marks] as const
  expect(compareRevisions(revision({}), to, between).map(({ pointer, mark }) => [pointer, mark])).toEqual([
    ['/settings/key', 'entered'],
    ['/settings/old', 'cleared'],
  ])
})

it('compares mappings by product and field', () => {
  const from = { ...revision({}), mappings: [{ productName: 'a/b', fields: { vin: 'x' } }] }
  const to = { ...revision({}), mappings: [{ productName: 'a/b', fields: { vin: 'y' } }] }
  expect(compareRevisions(from, to)).toEqual([{ pointer: '/mappings/a~1b/vin', before: 'x', after: 'y', mark: null }])
  expect(compareRevisions(undefined, to)).toHaveLength(1)
})
