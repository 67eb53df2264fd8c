import type { AddFieldGroup, AddPeril, FieldValues, Policy, PolicyUpdates, UpdatePeril } from '@mkt/contract/app'
import type { MappingTarget } from './mapping-path.ts'

export type Section = 'fieldValues' | 'addFieldGroups' | 'updateFieldGroups' | 'addExposures' | 'updateExposures'

/** An object of a pending change that has field values, with the exposure and peril it lies in. */
export interface Holder {
  readonly node: { fieldValues?: FieldValues }
  readonly section: Section
  /** Exposure, then peril. */
  readonly above: readonly object[]
  /** Set when the node is a group. */
  readonly group?: string
}

type PolicyTarget = Extract<MappingTarget, { variant: 'connected' }>

/** All objects in a pending change that a target's field belongs to. */
export function holdersIn(updates: PolicyUpdates, target: PolicyTarget, policy: Policy | undefined): Holder[] {
  if (target.level === 'policyholder') return []
  if (target.level === 'policy') {
    if (target.group === undefined) return [{ node: updates, section: 'fieldValues', above: [] }]
    return (['addFieldGroups', 'updateFieldGroups'] as const).flatMap((section) =>
      named(updates[section], target.group).map(
        (node): Holder => ({ node, section, above: [], group: node.fieldName }),
      ),
    )
  }
  return [...added(updates, target), ...updated(updates, target, policy)]
}

type ExposureTarget = Extract<PolicyTarget, { level: 'exposure' | 'peril' }>

function added(updates: PolicyUpdates, target: ExposureTarget): Holder[] {
  const section = 'addExposures'
  const exposures = (updates.addExposures ?? []).filter(({ exposureName }) => exposureName === target.exposure)
  return exposures.flatMap((exposure) => {
    if (target.level === 'exposure') return inGroup({ node: exposure, section, above: [exposure] }, target.group)
    return (exposure.perils ?? [])
      .filter(({ name }) => name === target.peril)
      .flatMap((peril) => inGroup({ node: peril, section, above: [exposure, peril] }, target.group))
  })
}

/** Existing exposures and perils carry just a locator in a change; their names are the policy's. */
function updated(updates: PolicyUpdates, target: ExposureTarget, policy: Policy | undefined): Holder[] {
  const section = 'updateExposures'
  return (updates.updateExposures ?? []).flatMap((exposure) => {
    const existing = policy?.exposures.find(({ locator }) => locator === exposure.exposureLocator)
    if (existing?.name !== target.exposure) return []
    if (target.level === 'exposure') return inGroup({ node: exposure, section, above: [exposure] }, target.group)
    const locators = new Set(existing.perils.filter(({ name }) => name === target.peril).map(({ locator }) => locator))
    const perils: (AddPeril | UpdatePeril)[] = [
      ...(exposure.addPerils ?? []).filter(({ name }) => name === target.peril),
      ...(exposure.updatePerils ?? []).filter(({ perilLocator }) => locators.has(perilLocator)),
    ]
    return perils.flatMap((peril) => inGroup({ node: peril, section, above: [exposure, peril] }, target.group))
  })
}

interface Groups {
  fieldGroups?: AddFieldGroup[]
  addFieldGroups?: AddFieldGroup[]
  updateFieldGroups?: AddFieldGroup[]
}

function inGroup(holder: Holder, group: string | undefined): Holder[] {
  if (group === undefined) return [holder]
  const { fieldGroups, addFieldGroups, updateFieldGroups } = holder.node as Groups
  return [fieldGroups, addFieldGroups, updateFieldGroups]
    .flatMap((groups) => named(groups, group))
    .map((node) => ({ node, section: holder.section, above: holder.above, group }))
}

function named(groups: readonly AddFieldGroup[] | undefined, name: string | undefined): AddFieldGroup[] {
  return (groups ?? []).filter(({ fieldName }) => fieldName === name)
}
