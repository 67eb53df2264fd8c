import { compareNumbers } from './compare-debian.ts'

/** Semantic versions, with or without a `v`; build metadata does not count. Missing numbers are zero. */
export function compareSemver(a: string, b: string): number {
  const [one, other] = [parse(a), parse(b)]
  for (let index = 0; index < Math.max(one.numbers.length, other.numbers.length); index += 1) {
    const difference = compareNumbers(one.numbers[index] ?? '0', other.numbers[index] ?? '0')
    if (difference !== 0) return difference
  }
  if (one.before.length === 0 || other.before.length === 0) return other.before.length - one.before.length
  for (let index = 0; index < Math.max(one.before.length, other.before.length); index += 1) {
    const difference = compareIdentifiers(one.before[index], other.before[index])
    if (difference !== 0) return difference
  }
  return 0
}

function parse(version: string): { numbers: string[]; before: string[] } {
  const [main = ''] = version.trim().replace(/^v/i, '').split('+')
  const dash = main.indexOf('-')
  const numbers = (dash === -1 ? main : main.slice(0, dash)).split('.').map((part) => part.replace(/\D.*$/s, '') || '0')
  // Go writes a release candidate as 1.21rc2.
  const joined = dash === -1 ? /\d([a-z].*)$/is.exec(main)?.[1] : undefined
  const before = dash === -1 ? (joined === undefined ? [] : [joined]) : main.slice(dash + 1).split('.')
  return { numbers, before }
}

function compareIdentifiers(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return (a === undefined ? 0 : 1) - (b === undefined ? 0 : 1)
  const [one, other] = [/^\d+$/.test(a), /^\d+$/.test(b)]
  if (one && other) return compareNumbers(a, b)
  if (one !== other) return one ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}
