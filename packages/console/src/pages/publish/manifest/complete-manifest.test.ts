import { CompletionContext } from '@codemirror/autocomplete'
import { json } from '@codemirror/lang-json'
import { EditorState } from '@codemirror/state'
import { expect, it } from 'vitest'
import { completeManifest } from './complete-manifest.ts'

/** What is proposed where the text has a bar. */
function proposed(text: string, explicit = false): string[] {
  const at = text.indexOf('|')
  const state = EditorState.create({ doc: text.replace('|', ''), extensions: [json()] })
  const result = completeManifest(new CompletionContext(state, at, explicit))
  return (result?.options ?? []).map((option) => option.label)
}

it('proposes the properties that a setting can have and does not have yet', () => {
  const names = proposed('{ "app": { "fields": [{ "name": "a", "|" }] } }')
  expect(names).toContain('"title"')
  expect(names).toContain('"sensitive"')
  expect(names).not.toContain('"name"')
  expect(new Set(names).size).toBe(names.length)
})

it('proposes values after a colon, never names', () => {
  expect(proposed('{ "app": { "fields": [{ "required": | }] } }')).toEqual(['true', 'false'])
  expect(proposed('{ "app": { "fields": [{ "type": "|" }] } }')).toEqual(
    expect.arrayContaining(['"Select"', '"Text"', '"Password"']),
  )
  expect(proposed('{ "version": | }')).toEqual([])
})

it('does not interrupt where nothing was begun', () => {
  expect(proposed('{ | }')).toEqual([])
  expect(proposed('{ | }', true)).toContain('"version"')
})
