import type { DataModel, Element } from '../core/enterprise-tenant.ts'
import { isRecord, type Json } from '../lib/body.ts'
import { elementOwner, type Owner } from './contents.ts'
import { sampleData } from './sample-data.ts'

type NewLocator = () => string

const list = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isRecord) : [])
const record = (value: unknown): Json => (isRecord(value) ? value : {})

/** The elements of a quote that was written without any: one of each that is required, with data to look at. */
export function sampleElements(model: DataModel, owner: Owner, newLocator: NewLocator): Element[] {
  return owner.contents
    .filter(({ least }) => least > 0)
    .map(({ type }) => {
      const inner = elementOwner(model, type)
      const elements = sampleElements(model, inner, newLocator)
      return { locator: newLocator(), type, data: sampleData(inner.data), elements }
    })
}

/**
 * Elements after a change: those with a locator get new data, those without are added, and what the data model creates
 * by itself is there. The elements given are left as they are, because a policy keeps its own until the change is issued.
 */
export function changedElements(
  model: DataModel,
  owner: Owner,
  current: readonly Element[],
  given: unknown,
  newLocator: NewLocator,
): Element[] {
  const items = list(given)
  const changed = current.map((element) => {
    const change = items.find((item) => item.locator === element.locator)
    return change ? changedElement(model, element, change, newLocator) : element
  })
  const added = items
    .filter((item) => item.locator === undefined)
    .map((item) => {
      const element = { locator: newLocator(), type: String(item.type), data: {}, elements: [] }
      return changedElement(model, element, item, newLocator)
    })
  const present = [...changed, ...added]
  const created = owner.contents
    .filter(({ type, auto }) => auto && !present.some((element) => element.type === type))
    .map(({ type }) => {
      const element = { locator: newLocator(), type, data: {}, elements: [] }
      return changedElement(model, element, {}, newLocator)
    })
  return [...present, ...created]
}

function changedElement(model: DataModel, element: Element, change: Json, newLocator: NewLocator): Element {
  const inner = elementOwner(model, element.type)
  return {
    ...element,
    data: { ...element.data, ...record(change.data) },
    elements: changedElements(model, inner, element.elements, change.elements, newLocator),
  }
}

export function withoutElements(elements: readonly Element[], removed: readonly string[]): Element[] {
  return elements
    .filter((element) => !removed.includes(element.locator))
    .map((element) => ({ ...element, elements: withoutElements(element.elements, removed) }))
}

/** Locators at every depth. */
export function elementLocators(elements: readonly Element[]): string[] {
  return elements.flatMap((element) => [element.locator, ...elementLocators(element.elements)])
}
