import type { DataModel, Quote } from '../core/enterprise-tenant.ts'
import { isRecord } from '../lib/body.ts'
import { refuse } from '../lib/refusal.ts'
import { checkData, checkElements } from './check-elements.ts'
import { productOwner } from './contents.ts'
import { changedElements, elementLocators, withoutElements } from './elements.ts'

/** A change as its caller wrote it: `elements` adds and changes, `removeElements` removes. */
export type QuoteChange = { data?: unknown; elements?: unknown; removeElements?: string[] }

/** Data and elements after a change; refused when it names what the data model or the quote lacks. */
export function changeQuote(
  model: DataModel,
  productName: string,
  from: Pick<Quote, 'data' | 'elements'>,
  change: QuoteChange,
  newLocator: () => string,
): Pick<Quote, 'data' | 'elements'> {
  const owner = productOwner(model, productName)
  const removed = change.removeElements ?? []
  const present = elementLocators(from.elements)
  const problems = [
    ...checkData(owner.title, owner.data, change.data),
    ...checkElements(model, owner, from.elements, change.elements),
    ...removed
      .filter((locator) => !present.includes(locator))
      .map((locator) => `${owner.title} has no element with the locator "${locator}".`),
  ]
  refuse(problems, 400, 'data_invalid')
  const kept = withoutElements(from.elements, removed)
  return {
    data: { ...from.data, ...(isRecord(change.data) ? change.data : {}) },
    elements: changedElements(model, owner, kept, change.elements, newLocator),
  }
}
