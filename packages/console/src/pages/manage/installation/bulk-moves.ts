import type { Installation } from '../../../queries/installation/installations.ts'

/** Installations that can take the release they are offered as it is. */
export function upgradable(selected: readonly Installation[]): Installation[] {
  return selected.filter(
    ({ offer, operations }) => offer !== null && offer.problems.length === 0 && operations.includes('upgrade'),
  )
}

export function stoppable(selected: readonly Installation[]): Installation[] {
  return selected.filter(({ operations }) => operations.includes('stop'))
}
