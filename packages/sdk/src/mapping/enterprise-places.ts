import type { EnterpriseResource } from '@mkt/contract/app'
import type { MappingTarget } from './mapping-path.ts'

/** A thing of the enterprise variant that has a mapped field, with the elements from the top down to it. */
export interface EnterprisePlace {
  readonly node: EnterpriseResource
  readonly above: readonly EnterpriseResource[]
}

/** Where a path points in a policy, quote or account; exposures are found at every depth. */
export function placesOfEnterprise(resource: EnterpriseResource, target: MappingTarget): EnterprisePlace[] {
  if (target.variant !== 'enterprise') return []
  if (target.level === 'exposure') {
    return elementsOf(resource, []).filter(({ node }) => node.type === target.name)
  }
  const name = target.level === 'product' ? resource.productName : resource.type
  return name === target.name ? [{ node: resource, above: [] }] : []
}

function elementsOf(resource: EnterpriseResource, above: readonly EnterpriseResource[]): EnterprisePlace[] {
  return (resource.elements ?? []).flatMap((element) => {
    const path = [...above, element]
    return [{ node: element, above: path }, ...elementsOf(element, path)]
  })
}
