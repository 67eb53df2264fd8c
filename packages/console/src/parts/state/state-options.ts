import type { StateName } from '@mkt/contract/states'
import { stateTexts } from '../../texts/states.ts'

/** The states of a machine as choices of a filter. */
export function stateOptions(states: readonly StateName[]) {
  return states.map((value) => ({ value, label: stateTexts.states[value] }))
}
