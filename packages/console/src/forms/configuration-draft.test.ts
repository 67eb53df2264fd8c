import type { Manifest } from '@mkt/manifest'
import { describe, expect, it } from 'vitest'
import { configurationInput, draftProblems, heldOf, openDraft, storable } from './configuration-draft.ts'

const manifest: Manifest = {
  name: 'acme/app',
  version: '1.0.0',
  app: {
    fields: [
      {
        name: 'mode',
        title: 'Mode',
        type: 'Select',
        required: true,
        default: 'a',
        values: [
          { text: 'A', value: 'a' },
          { text: 'B', value: 'b' },
        ],
      },
      { name: 'note', title: 'Note', type: 'Text', visibleWhen: { name: 'mode', equals: 'b' } },
      { name: 'key', title: 'Key', type: 'Password', required: true },
    ],
  },
}

describe('a configuration draft', () => {
  it('opens with the defaults of the manifest when nothing is stored', () => {
    expect(openDraft(manifest)).toEqual({ settings: { mode: 'a' }, mappings: [] })
  })

  it('opens with the stored values, and never fills in a secret', () => {
    const stored = { settings: { mode: 'b', key: { set: true as const, updatedAt: 'then' } }, mappings: [] }
    expect(openDraft(manifest, stored).settings).toEqual({ mode: 'b' })
    expect(heldOf(stored.settings)).toEqual({ key: { set: true, updatedAt: 'then' } })
  })

  it('keeps secrets out of what is stored in the browser', () => {
    const draft = { settings: { mode: 'a', key: 'topsecret' }, mappings: [] }
    expect(JSON.stringify(storable(manifest, draft))).not.toContain('topsecret')
  })

  it('sends no setting that is hidden and none that is empty', () => {
    const draft = { settings: { mode: 'a', note: 'hidden', key: '' }, mappings: [] }
    expect(configurationInput(manifest, draft).settings).toEqual({ mode: 'a' })
  })

  it('sends the empty text where a dropdown offers it', () => {
    const offering: Manifest = {
      name: 'acme/app',
      version: '1.0.0',
      app: { fields: [{ name: 'footer', title: 'Footer', type: 'Select', values: [{ text: 'None', value: '' }] }] },
    }
    expect(configurationInput(offering, { settings: { footer: '' }, mappings: [] }).settings).toEqual({ footer: '' })
  })

  it('sends null for a stored secret that the customer erases', () => {
    expect(configurationInput(manifest, { settings: { key: null }, mappings: [] }).settings).toEqual({ key: null })
  })

  it('asks for a required secret only while none is stored', () => {
    const draft = openDraft(manifest)
    expect(draftProblems(manifest, 'connected', draft).map((problem) => problem.pointer)).toEqual(['/settings/key'])
    expect(draftProblems(manifest, 'connected', draft, { key: { updatedAt: 'then' } })).toEqual([])
  })
})

it('an upgrade begins with the defaults of settings that are new; what was left empty before stays empty', () => {
  const before = {
    name: 'acme/app',
    version: '1.0.0',
    app: { fields: [{ name: 'a', title: 'A', type: 'Text', default: 'x' }] },
  }
  const after = {
    ...before,
    app: { fields: [...before.app.fields, { name: 'b', title: 'B', type: 'Text', default: 'y' }] },
  }
  const opened = openDraft(after as Manifest, { settings: {}, mappings: [] }, before as Manifest)
  expect(opened.settings).toEqual({ b: 'y' })
  expect(openDraft(after as Manifest, { settings: {}, mappings: [] }).settings).toEqual({})
})
