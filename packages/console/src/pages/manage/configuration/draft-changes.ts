import { isWriteOnly, type Manifest, type Mapping, mappingFieldsOf, settingsOf } from '@mkt/manifest'
import type { FieldChange } from '../../../forms/change-bar.tsx'
import type { ConfigurationDraft } from '../../../forms/configuration-draft.ts'
import { settingText } from '../../../forms/setting-text.ts'
import { mappedPlace } from './mapped-place.ts'

/** What saving a draft would change. */
export function draftChanges(
  manifest: Manifest,
  opened: ConfigurationDraft,
  draft: ConfigurationDraft,
  placeOf: (path: string) => string = mappedPlace,
): FieldChange[] {
  const mapped = mappingChanges(manifest, opened.mappings, draft.mappings, placeOf)
  return [...settingChanges(manifest, opened, draft), ...mapped]
}

function settingChanges(manifest: Manifest, opened: ConfigurationDraft, draft: ConfigurationDraft): FieldChange[] {
  return settingsOf(manifest).flatMap((setting): FieldChange[] => {
    const { name, title } = setting
    const [before, after] = [opened.settings[name] || null, draft.settings[name] || null]
    if (isWriteOnly(setting)) {
      const typed = draft.settings[name]
      if (typed === undefined || typed === '') return []
      return [{ id: name, title, before: null, after: null, secret: typed === null ? 'cleared' : 'entered' }]
    }
    if (before === after) return []
    if (setting.type === 'Table') return [{ id: name, title, before, after, table: setting }]
    const shown = (value: string | null) => (value === null ? null : settingText(setting, value))
    return [{ id: name, title, before: shown(before), after: shown(after) }]
  })
}

function mappingChanges(
  manifest: Manifest,
  opened: readonly Mapping[],
  draft: readonly Mapping[],
  placeOf: (path: string) => string,
): FieldChange[] {
  const titles = new Map(mappingFieldsOf(manifest).map(({ name, title }) => [name, title]))
  const placesOf = (mappings: readonly Mapping[]) =>
    new Map(
      mappings.flatMap(({ productName, fields }) =>
        Object.entries(fields).map(([field, path]) => [
          JSON.stringify([productName, field]),
          { title: `${productName} › ${titles.get(field) ?? field}`, path: String(path) },
        ]),
      ),
    )
  const [before, after] = [placesOf(opened), placesOf(draft)]
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id): FieldChange[] => {
    const [old, now] = [before.get(id), after.get(id)]
    if (old?.path === now?.path) return []
    const shown = (place: { path: string } | undefined) => (place === undefined ? null : placeOf(place.path))
    return [{ id, title: (now ?? old)?.title ?? '', before: shown(old), after: shown(now) }]
  })
}
