import {
  applyConfiguration,
  defaultText,
  editedText,
  type FieldProblem,
  isWriteOnly,
  type Manifest,
  type Mapping,
  type ReadableSetting,
  settingsOf,
  type Variant,
  visibleSettings,
} from '@mkt/manifest'

/** What is typed so far. A name that is absent was not touched; null asks to erase a stored secret. */
export type SettingValues = Record<string, string | null>

export interface ConfigurationDraft {
  settings: SettingValues
  mappings: Mapping[]
}

export type Held = Record<string, { updatedAt?: string }>

type ReadBack = Record<string, ReadableSetting>

/**
 * The form as it opens: stored values where there are any, else the manifest's defaults. Of what is stored already, only
 * settings that the manifest before it did not have begin with their default: others were left empty on purpose.
 */
export function openDraft(
  manifest: Manifest,
  stored?: { settings: ReadBack; mappings: Mapping[] },
  before?: Manifest,
): ConfigurationDraft {
  const settings: SettingValues = {}
  const known = before && new Set(settingsOf(before).map((setting) => setting.name))
  for (const setting of settingsOf(manifest)) {
    const value = stored?.settings[setting.name]
    const isNew = stored === undefined || (known !== undefined && !known.has(setting.name))
    const initial = isNew && !isWriteOnly(setting) ? defaultText(setting) : undefined
    if (value !== undefined && !isMark(value)) settings[setting.name] = editedText(setting, value)
    else if (value === undefined && initial !== undefined) settings[setting.name] = initial
  }
  return { settings, mappings: stored?.mappings ?? [] }
}

type Mark = Extract<ReadableSetting, { set: true }>

function isMark(value: ReadableSetting): value is Mark {
  return typeof value === 'object' && !Array.isArray(value)
}

/** Which settings have a stored value that nobody can read back. */
export function heldOf(settings: ReadBack): Held {
  const held: Held = {}
  for (const [name, value] of Object.entries(settings)) if (isMark(value)) held[name] = value
  return held
}

/** The part of a draft that may stay in the browser's storage: nothing that is write-only. */
export function storable(manifest: Manifest, draft: ConfigurationDraft): ConfigurationDraft {
  const secret = new Set(
    settingsOf(manifest)
      .filter(isWriteOnly)
      .map((setting) => setting.name),
  )
  const settings = Object.fromEntries(Object.entries(draft.settings).filter(([name]) => !secret.has(name)))
  return { settings, mappings: draft.mappings }
}

/** What is sent: only settings that are shown. So a hidden plain one is unset; a hidden secret is kept. */
export function configurationInput(manifest: Manifest, draft: ConfigurationDraft) {
  const settings: SettingValues = {}
  for (const setting of visibleSettings(manifest, draft.settings)) {
    const value = draft.settings[setting.name]
    // Nothing typed is nothing sent, unless a dropdown offers the empty text as one of its values.
    const offered = setting.type === 'Select' && setting.values?.some((item) => item.value === value)
    if (value !== undefined && (value !== '' || offered)) settings[setting.name] = value
  }
  const mappings = draft.mappings.filter((mapping) => Object.keys(mapping.fields).length > 0)
  return { settings, mappings }
}

/** The same rules the server applies, asked before sending. */
export function draftProblems(
  manifest: Manifest,
  variant: Variant,
  draft: ConfigurationDraft,
  held: Held = {},
): FieldProblem[] {
  const stored = {
    settings: {},
    held: Object.fromEntries(Object.keys(held).map((name) => [name, { updatedAt: held[name]?.updatedAt ?? '' }])),
    mappings: [],
  }
  const applied = applyConfiguration({ manifest, variant, stored, input: configurationInput(manifest, draft) })
  return applied.ok ? [] : applied.problems
}
