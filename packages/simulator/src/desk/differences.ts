import type { Difference } from './desk.ts'
import type { FormGroup } from './form.ts'

type Labelled = { name: string; label: string; value: string }

function labelled(groups: readonly FormGroup[], path: readonly string[] = []): Labelled[] {
  return groups.flatMap(({ title, fields, groups: inner }) => [
    ...fields.map(({ name, label, value }) => ({ name, value, label: [...path, title, label].join(' · ') })),
    ...labelled(inner, [...path, title]),
  ])
}

/** What differs between two states of a policy, in the words of its form. */
export function differencesOf(before: readonly FormGroup[], after: readonly FormGroup[]): Difference[] {
  const old = new Map(labelled(before).map(({ name, value }) => [name, value]))
  return labelled(after)
    .map(({ name, label, value }) => ({ name, label, before: old.get(name) ?? '', after: value }))
    .filter((one) => one.before !== one.after)
}
