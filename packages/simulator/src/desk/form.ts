/** What was entered, by the name of the field in the page. */
export type Values = Readonly<Record<string, string>>

export type FieldKind = 'text' | 'number' | 'date' | 'email' | 'select' | 'long'

export type FormField = {
  name: string
  label: string
  kind: FieldKind
  required: boolean
  choices: readonly string[]
  value: string
}

/** A part of a form, as deep as the product is; `choice` is a box that says whether the part is taken. */
export type FormGroup = {
  title: string
  fields: FormField[]
  groups: FormGroup[]
  choice?: { name: string; label: string; checked: boolean }
}

export const field = (name: string, label: string, more: Partial<FormField> = {}): FormField => ({
  name,
  label,
  kind: 'text',
  required: false,
  choices: [],
  value: '',
  ...more,
})

/** The form with what a person entered, so that nothing typed is lost when a step is refused. */
export function withValues(groups: readonly FormGroup[], values: Values): FormGroup[] {
  return groups.map((group) => ({
    ...group,
    fields: group.fields.map((one) => ({ ...one, value: values[one.name] ?? one.value })),
    groups: withValues(group.groups, values),
    ...(group.choice ? { choice: { ...group.choice, checked: values[group.choice.name] === 'on' } } : {}),
  }))
}

type Held = { key: string; name: string; value: string }

/** Every field of the parts that are taken, by its place: the second vehicle is that one, whatever its locator. */
function held(groups: readonly FormGroup[], path: string): Held[] {
  const counts = new Map<string, number>()
  return groups
    .filter(({ choice }) => choice?.checked !== false)
    .flatMap(({ title, fields, groups: inner }) => {
      const count = (counts.get(title) ?? 0) + 1
      counts.set(title, count)
      const key = `${path}/${title}#${count}`
      return [...fields.map(({ name, label, value }) => ({ key: `${key}/${label}`, name, value })), ...held(inner, key)]
    })
}

/** Names of fields whose value is another than the one that was sent: what applications filled in. */
export function filledNames(sent: readonly FormGroup[], now: readonly FormGroup[]): string[] {
  const before = new Map(held(sent, '').map(({ key, value }) => [key, value]))
  return held(now, '')
    .filter(({ key, value }) => value !== '' && value !== (before.get(key) ?? ''))
    .map(({ name }) => name)
}

const DAY = /^\d{4}-\d\d-\d\d$/

/** An input of a stricter kind would hide a value that does not fit it: such a field is plain text. */
export function fittingKind(kind: FieldKind, value: string): FieldKind {
  if (value === '') return kind
  if (kind === 'date') return DAY.test(value) ? kind : 'text'
  if (kind === 'number') return Number.isFinite(Number(value)) ? kind : 'text'
  return kind
}
