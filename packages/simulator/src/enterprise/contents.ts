import type { DataField, DataModel } from '../core/enterprise-tenant.ts'

/** What may lie inside a product, line or exposure, and how often: `PersonalVehicle+` is at least one. */
export type Content = { type: string; least: 0 | 1; most: 1 | null; auto: boolean }

const QUANTITIES: Record<string, Omit<Content, 'type'>> = {
  '': { least: 1, most: 1, auto: false },
  '!': { least: 1, most: 1, auto: true },
  '?': { least: 0, most: 1, auto: false },
  '+': { least: 1, most: null, auto: false },
  '*': { least: 0, most: null, auto: false },
}

export function readContent(text: string): Content {
  const mark = /[!?+*]$/.exec(text)?.[0] ?? ''
  const quantity = QUANTITIES[mark] ?? { least: 1, most: 1, auto: false }
  return { type: mark === '' ? text : text.slice(0, -1), ...quantity }
}

export type Owner = { title: string; data: Record<string, DataField>; contents: Content[] }

export function productOwner(model: DataModel, name: string): Owner {
  const product = own(model.products, name)
  return {
    title: `The product "${name}"`,
    data: product?.data ?? {},
    contents: (product?.contents ?? []).map(readContent),
  }
}

/** A type of element: a policy line, an exposure or a coverage. */
export function elementOwner(model: DataModel, type: string): Owner {
  const { policyLines, exposures, coverages } = model
  const line = own(policyLines, type) ?? own(exposures, type)
  const data = line?.data ?? own(coverages, type)?.data ?? {}
  return { title: `The element "${type}"`, data, contents: (line?.contents ?? []).map(readContent) }
}

function own<T>(things: Record<string, T>, name: string): T | undefined {
  return Object.hasOwn(things, name) ? things[name] : undefined
}
