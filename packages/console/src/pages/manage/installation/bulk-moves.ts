import type { Installation } from '../../../queries/installation/installations.ts'

/** Installations that can take the release they are offered as it is. What asks for more is agreed to one by one, where it is read. */
export function upgradable(selected: readonly Installation[]): Installation[] {
  return selected.filter(
    ({ offer, operations }) =>
      offer !== null && offer.problems.length === 0 && offer.asks.length === 0 && operations.includes('upgrade'),
  )
}

export function startable(selected: readonly Installation[]): Installation[] {
  return selected.filter(({ operations }) => operations.includes('start'))
}

export function stoppable(selected: readonly Installation[]): Installation[] {
  return selected.filter(({ operations }) => operations.includes('stop'))
}
