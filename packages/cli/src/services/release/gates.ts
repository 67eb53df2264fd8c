import { wrongUsage } from '../../abort.ts'

/** What flags say a release must not exceed, as they were written. */
export interface GateOptions {
  maxErrors?: string
  maxIncrease?: string
  maxTotalChange?: string
}

const names = ['maxErrors', 'maxIncrease', 'maxTotalChange'] as const

/** The gates that flags ask for. */
export function gatesOf(options: GateOptions): Partial<Record<(typeof names)[number], number>> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const given = options[name]
      return given === undefined ? [] : [[name, numberOf(name, given)]]
    }),
  )
}

/** The number that a flag gives. */
export function numberOf(name: string, given: string): number {
  const value = Number(given)
  if (given.trim() === '' || !Number.isFinite(value) || value < 0)
    throw wrongUsage(`"${given}" is not a limit for ${name}.`, 'Give a number of at least 0.')
  return value
}
