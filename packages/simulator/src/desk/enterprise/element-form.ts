import type { DataField, DataModel, Element } from '../../core/enterprise-tenant.ts'
import { type Content, elementOwner, type Owner } from '../../enterprise/contents.ts'
import type { Json } from '../../lib/body.ts'
import { type FormField, type FormGroup, field, type Values } from '../form.ts'

const kindOf = (type: string) => (type.startsWith('int') ? 'number' : type.startsWith('date') ? 'date' : 'text')

const shown = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** `PersonalVehicle` as people write it. */
export const spaced = (type: string) => type.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')

export function dataFields(fields: Record<string, DataField>, at: string, data: Json): FormField[] {
  return Object.entries(fields).map(([name, { type, displayName }]) =>
    field(`${at}.${name}`, displayName, {
      kind: kindOf(type),
      required: !type.endsWith('?'),
      value: shown(data[name]),
    }),
  )
}

/** What was entered and differs from what is there; numbers become numbers. */
export function readData(fields: Record<string, DataField>, at: string, before: Json, entered: Values): Json {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { type }]) => {
      const value = entered[`${at}.${name}`]
      if (value === undefined || value === shown(before[name])) return []
      return [[name, kindOf(type) === 'number' && Number.isFinite(Number(value)) ? Number(value) : value]]
    }),
  )
}

/** What may be added to an owner, and whether it has to be. */
function blanks(owner: Owner, present: readonly Element[]): { content: Content; isNeeded: boolean }[] {
  return owner.contents
    .map((content) => ({ content, count: present.filter(({ type }) => type === content.type).length }))
    .filter(({ content, count }) => content.most === null || count < content.most)
    .map(({ content, count }) => ({ content, isNeeded: count < content.least }))
}

/** The elements of an owner, and a blank one of each that can be added. */
export function elementGroups(model: DataModel, owner: Owner, present: readonly Element[], at: string): FormGroup[] {
  const existing = present.map((element) => {
    const inner = elementOwner(model, element.type)
    const name = `element.${element.locator}`
    return {
      title: spaced(element.type),
      fields: dataFields(inner.data, name, element.data),
      groups: elementGroups(model, inner, element.elements, name),
    }
  })
  const added = blanks(owner, present).map(({ content: { type }, isNeeded }) => {
    const inner = elementOwner(model, type)
    const name = `${at}.new.${type}`
    return {
      title: spaced(type),
      fields: dataFields(inner.data, name, {}),
      groups: elementGroups(model, inner, [], name),
      ...(isNeeded ? {} : { choice: { name, label: `Add ${spaced(type).toLowerCase()}`, checked: false } }),
    }
  })
  return [...existing, ...added]
}

/** Elements as a change names them: those with a locator that changed, and new ones. */
export function readElements(
  model: DataModel,
  owner: Owner,
  present: readonly Element[],
  at: string,
  entered: Values,
): Json[] {
  const changed = present.flatMap((element): Json[] => {
    const inner = elementOwner(model, element.type)
    const name = `element.${element.locator}`
    const data = readData(inner.data, name, element.data, entered)
    const elements = readElements(model, inner, element.elements, name, entered)
    const isSame = Object.keys(data).length === 0 && elements.length === 0
    return isSame ? [] : [{ locator: element.locator, data, elements }]
  })
  const added = blanks(owner, present)
    .filter(({ content: { type }, isNeeded }) => isNeeded || entered[`${at}.new.${type}`] === 'on')
    .map(({ content: { type } }): Json => {
      const inner = elementOwner(model, type)
      const name = `${at}.new.${type}`
      const data = readData(inner.data, name, {}, entered)
      return { type, data, elements: readElements(model, inner, [], name, entered) }
    })
  return [...changed, ...added]
}
