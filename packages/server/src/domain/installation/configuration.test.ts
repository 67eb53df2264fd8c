import { applyConfiguration, emptyConfiguration, type Setting, type StoredConfiguration } from '@mkt/manifest'
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

/** Revisions as they come about: each input is applied to what the one before left behind. */
function written(...inputs: { settings: Record<string, string | null>; fields?: Setting[] }[]) {
  let stored: StoredConfiguration = emptyConfiguration
  return inputs.map(({ settings, fields = ['key', 'old', 'same'].map(secret) }) => {
    const manifest = { name: 'acme/app', version: '1.0.0', app: { fields } }
    const applied = applyConfiguration({ manifest, variant: 'connected', stored, input: { settings } })
    if (!applied.ok) throw new Error(JSON.stringify(applied.problems))
    const held = { ...stored.held }
    for (const name of applied.erased) delete held[name]
    for (const name of Object.keys(applied.entered)) held[name] = { updatedAt: 'now' }
    stored = { ...applied.next, held }
    return { ...applied.next, marks: applied.marks }
  })
}

const secret = (name: string): Setting => ({ name, title: name, type: 'Password' })
const text = (name: string): Setting => ({ name, title: name, type: 'Text' })

/** The first revision beside the last. */
function compared(revisions: ReturnType<typeof written>) {
  const [from, ...rest] = revisions
  const to = rest.at(-1)
  if (!from || !to) throw new Error('at least two revisions')
  return compareRevisions(
    from,
    to,
    rest.map(({ marks }) => marks),
  )
}

it('tells that a secret was entered or cleared anywhere between the two, whatever the later revision says of it', () => {
  const revisions = written(
    { settings: { key: 'a', old: 'b', same: 'c' } },
    { settings: { key: 'other' } },
    { settings: { old: null } },
    { settings: {} },
  )
  expect(revisions.at(-1)?.marks).toEqual({ key: 'kept', same: 'kept' })
  expect(compared(revisions).map(({ pointer, mark }) => [pointer, mark])).toEqual([
    ['/settings/key', 'entered'],
    ['/settings/old', 'cleared'],
  ])
})

it('tells that a secret was entered again after it was cleared', () => {
  const revisions = written({ settings: { key: 'a' } }, { settings: { key: null } }, { settings: { key: 'b' } })
  expect(compared(revisions)).toEqual([{ pointer: '/settings/key', before: null, after: null, mark: 'entered' }])
})

it('shows a value that was entered once its setting became readable, and nothing of the time before', () => {
  const plain = { fields: [text('key')] }
  const revisions = written(
    { settings: { key: 'open once' }, ...plain },
    { settings: { key: 'a secret' } },
    { settings: { key: 'open again' }, ...plain },
  )
  expect(compared(revisions)).toEqual([{ pointer: '/settings/key', before: null, after: 'open again', mark: null }])
})

it('compares mappings by product and field', () => {
  const from = { ...revision({}), mappings: [{ productName: 'a/b', fields: { vin: 'x' } }] }
  const to = { ...revision({}), mappings: [{ productName: 'a/b', fields: { vin: 'y' } }] }
  expect(compareRevisions(from, to)).toEqual([{ pointer: '/mappings/a~1b/vin', before: 'x', after: 'y', mark: null }])
  expect(compareRevisions(undefined, to)).toHaveLength(1)
})
