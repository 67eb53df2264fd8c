import type { DataField, DataModel, Element } from '../core/enterprise-tenant.ts'
import { isRecord, type Json } from '../lib/body.ts'
import { unknownName } from '../lib/nearest.ts'
import { elementOwner, type Owner } from './contents.ts'

/** Unknown names in the data of a product, an account or an element. */
export function checkData(title: string, fields: Record<string, DataField>, given: unknown): string[] {
  if (given === undefined || given === null) return []
  if (!isRecord(given)) return [`${title}: "data" must be an object of field names and their values.`]
  const known = Object.keys(fields)
  return Object.keys(given).flatMap((name) => (known.includes(name) ? [] : [unknownName(title, 'field', name, known)]))
}

/**
 * Everything in a list of elements that the data model does not have. An element with a locator changes one that exists
 * at its place; one without is new and needs a type.
 */
export function checkElements(model: DataModel, owner: Owner, current: readonly Element[], given: unknown): string[] {
  if (given === undefined || given === null) return []
  if (!Array.isArray(given) || !given.every(isRecord)) return [`${owner.title}: "elements" must be a list of objects.`]
  const types = owner.contents.map((content) => content.type)
  return given.flatMap((item: Json) => {
    const existing = current.find((one) => one.locator === item.locator)
    if (item.locator !== undefined && !existing)
      return [`${owner.title} has no element with the locator "${String(item.locator)}".`]
    const type = existing?.type ?? String(item.type ?? '')
    if (!types.includes(type)) return [unknownName(owner.title, 'element', type, types)]
    const inner = elementOwner(model, type)
    return [
      ...checkData(inner.title, inner.data, item.data),
      ...checkElements(model, inner, existing?.elements ?? [], item.elements),
    ]
  })
}

/** What the data model asks for and the elements lack, or have too often. */
export function checkQuantities(model: DataModel, owner: Owner, elements: readonly Element[]): string[] {
  const counted = owner.contents.flatMap(({ type, least, most }) => {
    const count = elements.filter((element) => element.type === type).length
    if (count < least) return [`${owner.title} needs an element "${type}".`]
    return most !== null && count > most ? [`${owner.title} takes one element "${type}", not ${count}.`] : []
  })
  return [
    ...counted,
    ...elements.flatMap((element) => checkQuantities(model, elementOwner(model, element.type), element.elements)),
  ]
}
