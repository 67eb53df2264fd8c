import type { FieldGroup, FieldGroupsByLocator, FieldValues } from '../../core/connected-policy.ts'
import type { Field } from '../../core/connected-tenant.ts'
import { type FieldKind, type FormField, type FormGroup, field, type Values } from '../form.ts'

const KINDS: Record<Field['type'], FieldKind> = {
  string: 'text',
  number: 'number',
  select: 'select',
  date: 'date',
  email: 'email',
  media: 'text',
  group: 'text',
}

const plain = (fields: readonly Field[]) => fields.filter(({ type }) => type !== 'group')
const groupsAmong = (fields: readonly Field[]) => fields.filter(({ type }) => type === 'group')

/** A value as an input shows it; several of one field stand side by side. */
const shown = (values: FieldValues, name: string) => (values[name] ?? []).join(', ')

export function formFields(fields: readonly Field[], at: string, values: FieldValues): FormField[] {
  return plain(fields).map(({ name, title, type, optional, values: choices }) =>
    field(`${at}.${name}`, title, {
      kind: KINDS[type],
      required: optional !== true,
      choices: choices ?? [],
      value: shown(values, name),
    }),
  )
}

/** Field groups that are there, and a blank one of each kind to add. */
export function formGroups(fields: readonly Field[], at: string, present: FieldGroupsByLocator): FormGroup[] {
  const existing = Object.entries(present).map(([locator, { fieldName, fieldValues }]) => {
    const group = fields.find(({ name }) => name === fieldName)
    const inner = formFields(group?.fields ?? [], `${at}.group.${locator}`, fieldValues)
    return { title: group?.title ?? fieldName, fields: inner, groups: [] }
  })
  const blank = groupsAmong(fields).map(({ name, title, fields: inner }) => ({
    title,
    fields: formFields(inner ?? [], `${at}.newgroup.${name}`, {}),
    groups: [],
    choice: { name: `${at}.newgroup.${name}`, label: `Add ${title.toLowerCase()}`, checked: false },
  }))
  return [...existing, ...blank]
}

/** What was entered, without what was left empty. */
export function readValues(fields: readonly Field[], at: string, entered: Values): FieldValues {
  return Object.fromEntries(
    plain(fields)
      .map(({ name }) => [name, entered[`${at}.${name}`]] as const)
      .flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, [value]]])),
  )
}

/** Only what differs from the values there are; a field that was emptied becomes an empty one. */
export function readChanged(fields: readonly Field[], at: string, before: FieldValues, entered: Values): FieldValues {
  return Object.fromEntries(
    plain(fields).flatMap(({ name }) => {
      const value = entered[`${at}.${name}`]
      return value === undefined || value === shown(before, name) ? [] : [[name, [value]]]
    }),
  )
}

export function readNewGroups(fields: readonly Field[], at: string, entered: Values): FieldGroup[] {
  return groupsAmong(fields)
    .filter(({ name }) => entered[`${at}.newgroup.${name}`] === 'on')
    .map(({ name, fields: inner }) => ({
      fieldName: name,
      fieldValues: readValues(inner ?? [], `${at}.newgroup.${name}`, entered),
    }))
}

export function readChangedGroups(fields: readonly Field[], at: string, before: FieldGroupsByLocator, entered: Values) {
  return Object.entries(before).flatMap(([fieldGroupLocator, { fieldName, fieldValues }]) => {
    const inner = fields.find(({ name }) => name === fieldName)?.fields ?? []
    const changed = readChanged(inner, `${at}.group.${fieldGroupLocator}`, fieldValues, entered)
    return Object.keys(changed).length === 0 ? [] : [{ fieldGroupLocator, fieldName, fieldValues: changed }]
  })
}
