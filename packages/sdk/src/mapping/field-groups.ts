import type { FieldGroupsByLocator, FieldValues } from '@mkt/contract/app'

interface WithGroups {
  readonly fieldValues?: FieldValues
  readonly fieldGroupsByLocator?: FieldGroupsByLocator
}

/** Values of a field; in a group, of each group of that name. */
export function valuesIn(holder: WithGroups, group: string | undefined, field: string): string[][] {
  if (group === undefined) {
    const values = holder.fieldValues?.[field]
    return values === undefined ? [] : [list(values)]
  }
  return groupsOf(holder, group).flatMap((values) => {
    const found = values[field]
    return found === undefined ? [] : [list(found)]
  })
}

function groupsOf(holder: WithGroups, name: string): FieldValues[] {
  const locators = new Set(list(holder.fieldValues?.[name] ?? []))
  return Object.entries(holder.fieldGroupsByLocator ?? {}).flatMap(([locator, group]) => {
    if (isNamed(group)) return group.fieldName === name ? [group.fieldValues] : []
    return locators.has(locator) ? [group] : []
  })
}

function isNamed(group: FieldGroupsByLocator[string]): group is { fieldName: string; fieldValues: FieldValues } {
  return typeof (group as { fieldName?: unknown }).fieldName === 'string' && 'fieldValues' in group
}

/** Some senders write one value as a bare string. */
function list(value: string[] | string): string[] {
  return Array.isArray(value) ? value : [value]
}
