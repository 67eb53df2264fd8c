import { numberOf } from '../flag-values.ts'

/** What flags say a release must not exceed, as they were written. */
export interface GateOptions {
  maxErrors?: string
  maxIncrease?: string
  maxTotalChange?: string
}

const flags = {
  maxErrors: '--max-errors',
  maxIncrease: '--max-increase',
  maxTotalChange: '--max-total-change',
} as const

/** The gates that flags ask for. */
export function gatesOf(options: GateOptions): Partial<Record<keyof typeof flags, number>> {
  return Object.fromEntries(
    (Object.keys(flags) as (keyof typeof flags)[]).flatMap((name) => {
      const given = options[name]
      return given === undefined ? [] : [[name, numberOf(flags[name], given)]]
    }),
  )
}
