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
  /** Set when the node is a group that the change does not have yet: puts it there. */
  readonly attach?: () => void
}

type PolicyTarget = Extract<MappingTarget, { variant: 'connected' }>

/** All objects in a pending change that a target's field belongs to. */
export function holdersIn(
  updates: PolicyUpdates,
  target: PolicyTarget,
  policy: Policy | undefined,
  addGroup = false,
): Holder[] {
  if (target.level === 'policyholder') return []
  if (target.level === 'policy') {
    if (target.group === undefined) return [{ node: updates, section: 'fieldValues', above: [] }]
    const found = (['addFieldGroups', 'updateFieldGroups'] as const).flatMap((section) =>
      named(updates[section], target.group).map(
        (node): Holder => ({ node, section, above: [], group: node.fieldName }),
      ),
    )
    const section = 'addFieldGroups'
    return found.length > 0 || !addGroup ? found : [newGroup(updates, section, section, [], target.group)]
  }
  const inside = (holder: Holder) => inGroup(holder, target.group, addGroup)
  return [...added(updates, target), ...updated(updates, target, policy)].flatMap(inside)
}

type ExposureTarget = Extract<PolicyTarget, { level: 'exposure' | 'peril' }>

function added(updates: PolicyUpdates, target: ExposureTarget): Holder[] {
  const section = 'addExposures'
  const exposures = (updates.addExposures ?? []).filter(({ exposureName }) => exposureName === target.exposure)
  return exposures.flatMap((exposure) => {
    if (target.level === 'exposure') return [{ node: exposure, section, above: [exposure] }]
    return (exposure.perils ?? [])
      .filter(({ name }) => name === target.peril)
      .map((peril): Holder => ({ node: peril, section, above: [exposure, peril] }))
  })
}

/** Existing exposures and perils carry just a locator in a change; their names are the policy's. */
function updated(updates: PolicyUpdates, target: ExposureTarget, policy: Policy | undefined): Holder[] {
  const section = 'updateExposures'
  return (updates.updateExposures ?? []).flatMap((exposure) => {
    const existing = policy?.exposures.find(({ locator }) => locator === exposure.exposureLocator)
    if (existing?.name !== target.exposure) return []
    if (target.level === 'exposure') return [{ node: exposure, section, above: [exposure] }]
    const locators = new Set(existing.perils.filter(({ name }) => name === target.peril).map(({ locator }) => locator))
    const perils: (AddPeril | UpdatePeril)[] = [
      ...(exposure.addPerils ?? []).filter(({ name }) => name === target.peril),
      ...(exposure.updatePerils ?? []).filter(({ perilLocator }) => locators.has(perilLocator)),
    ]
    return perils.map((peril): Holder => ({ node: peril, section, above: [exposure, peril] }))
  })
}

interface Groups {
  fieldGroups?: AddFieldGroup[]
  addFieldGroups?: AddFieldGroup[]
  updateFieldGroups?: AddFieldGroup[]
}

function inGroup(holder: Holder, group: string | undefined, addGroup: boolean): Holder[] {
  if (group === undefined) return [holder]
  const { section, above } = holder
  const node = holder.node as Groups
  const found = [node.fieldGroups, node.addFieldGroups, node.updateFieldGroups]
    .flatMap((groups) => named(groups, group))
    .map((one): Holder => ({ node: one, section, above, group }))
  if (found.length > 0 || !addGroup) return found
  // What exists already is changed by its locator, and has other words for the groups it gets.
  const exists = 'exposureLocator' in node || 'perilLocator' in node
  return [newGroup(node, exists ? 'addFieldGroups' : 'fieldGroups', section, above, group)]
}

function newGroup(
  owner: Groups,
  list: 'fieldGroups' | 'addFieldGroups',
  section: Section,
  above: readonly object[],
  fieldName: string,
): Holder {
  const node: AddFieldGroup = { fieldName, fieldValues: {} }
  const attach = () => {
    const groups = owner[list] ?? []
    if (!groups.includes(node)) owner[list] = [...groups, node]
  }
  return { node, section, above, group: fieldName, attach }
}

function named(groups: readonly AddFieldGroup[] | undefined, name: string | undefined): AddFieldGroup[] {
  return (groups ?? []).filter(({ fieldName }) => fieldName === name)
}
