import type { AddFieldGroup, EnterpriseResource, FieldValues } from '@mkt/contract/app'
import { SdkError } from '../errors.ts'
import { placesOfEnterprise } from './enterprise-places.ts'
import { type MappingTarget, parseMappingPath } from './mapping-path.ts'

/** The body that creates or changes a policyholder. */
export interface PolicyholderBody {
  values: FieldValues
  addFieldGroups?: AddFieldGroup[]
}

/**
 * Writes mapped fields of a policyholder.
 *
 * @example
 * await system.post('/policyholder/create', writePolicyholder([[mapping.lastName, 'Byron']]))
 */
export function writePolicyholder(
  entries: Iterable<readonly [path: string | MappingTarget, value: string | readonly string[]]>,
): PolicyholderBody {
  const body: PolicyholderBody = { values: {} }
  for (const [path, value] of entries) {
    const target = typeof path === 'string' ? parseMappingPath(path) : path
    if (target.level !== 'policyholder')
      throw new SdkError('mapping_path_invalid', `"${target.field}" is not a field of a policyholder.`)
    const values = typeof value === 'string' ? [value] : [...value]
    if (target.group === undefined) body.values[target.field] = values
    else groupOf(body, target.group).fieldValues[target.field] = values
  }
  return body
}

function groupOf(body: PolicyholderBody, fieldName: string): AddFieldGroup {
  body.addFieldGroups ??= []
  const known = body.addFieldGroups.find((group) => group.fieldName === fieldName)
  if (known) return known
  const added: AddFieldGroup = { fieldName, fieldValues: {} }
  body.addFieldGroups.push(added)
  return added
}

/** An element of a change, by its locator. */
export interface EnterpriseElementChange extends EnterpriseBody {
  locator: string
  type?: string
}

/** What changes in a policy, quote or account of the enterprise variant. */
export interface EnterpriseBody {
  data?: Record<string, unknown>
  elements?: EnterpriseElementChange[]
}

export interface EnterpriseChange {
  /** Sets a field everywhere it is, and gives back at how many places that was. */
  set(path: string | MappingTarget, value: unknown): number
  /** The body of the change; undefined when nothing was set. */
  body(): EnterpriseBody | undefined
}

/**
 * Collects what to change in a policy, quote or account of the enterprise variant.
 *
 * @example
 * const change = changeEnterprise(await system.resource('quotes', locator))
 * change.set(mapping.year, 2003)
 */
export function changeEnterprise(resource: EnterpriseResource): EnterpriseChange {
  const body: EnterpriseBody = {}
  return {
    set(path, value) {
      const target = typeof path === 'string' ? parseMappingPath(path) : path
      const places = placesOfEnterprise(resource, target)
      for (const { above } of places) {
        const node = above.reduce<EnterpriseBody>(childOf, body)
        node.data = { ...node.data, [target.field]: value }
      }
      return places.length
    },
    body: () => (Object.keys(body).length === 0 ? undefined : body),
  }
}

function childOf(node: EnterpriseBody, { locator, type }: EnterpriseResource): EnterpriseBody {
  node.elements ??= []
  const known = node.elements.find((element) => element.locator === locator)
  if (known) return known
  const added: EnterpriseElementChange = { locator, ...(type === undefined ? {} : { type }) }
  node.elements.push(added)
  return added
}
