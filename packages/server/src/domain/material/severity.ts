/** How bad an advisory is, worst first. `unknown`: its source does not say. */
export const severities = ['critical', 'high', 'medium', 'low', 'none', 'unknown'] as const
export type Severity = (typeof severities)[number]

const words: Record<string, Severity> = {
  critical: 'critical',
  high: 'high',
  important: 'high',
  moderate: 'medium',
  medium: 'medium',
  low: 'low',
  unimportant: 'none',
  negligible: 'low',
  none: 'none',
}

/** From a word as databases write it. */
export function severityOfWord(word: unknown): Severity | undefined {
  return typeof word === 'string' ? words[word.trim().toLowerCase()] : undefined
}

/** From a CVSS base score. */
export function severityOfScore(score: number): Severity {
  if (score >= 9) return 'critical'
  if (score >= 7) return 'high'
  if (score >= 4) return 'medium'
  return score > 0 ? 'low' : 'none'
}

const weights: Record<string, Record<string, number>> = {
  AV: { N: 0.85, A: 0.62, L: 0.55, P: 0.2 },
  AC: { L: 0.77, H: 0.44 },
  UI: { N: 0.85, R: 0.62 },
  C: { H: 0.56, L: 0.22, N: 0 },
  I: { H: 0.56, L: 0.22, N: 0 },
  A: { H: 0.56, L: 0.22, N: 0 },
}
const privileges: Record<string, Record<string, number>> = {
  U: { N: 0.85, L: 0.62, H: 0.27 },
  C: { N: 0.85, L: 0.68, H: 0.5 },
}

/** The base score of a CVSS 3 vector; undefined for other versions and malformed ones. */
export function cvss3Score(vector: string): number | undefined {
  if (!/^CVSS:3\.[01]\//.test(vector) || vector.length > 300) return undefined
  const given = new Map(vector.split('/').map((part) => part.split(':') as [string, string]))
  const weight = (metric: string) => weights[metric]?.[given.get(metric) ?? '']
  const scope = given.get('S') ?? ''
  const parts = [weight('AV'), weight('AC'), weight('UI'), privileges[scope]?.[given.get('PR') ?? '']]
  const impacts = [weight('C'), weight('I'), weight('A')]
  if ([...parts, ...impacts].some((part) => part === undefined)) return undefined
  const base = 1 - (impacts as number[]).reduce((product, each) => product * (1 - each), 1)
  const impact = scope === 'C' ? 7.52 * (base - 0.029) - 3.25 * (base - 0.02) ** 15 : 6.42 * base
  if (impact <= 0) return 0
  const exploitability = 8.22 * (parts as number[]).reduce((product, each) => product * each, 1)
  return roundUp(Math.min(10, (scope === 'C' ? 1.08 : 1) * (impact + exploitability)))
}

/** To one decimal, upwards, free of the noise of binary fractions. */
function roundUp(value: number): number {
  const whole = Math.round(value * 100_000)
  return whole % 10_000 === 0 ? whole / 100_000 : (Math.floor(whole / 10_000) + 1) / 10
}
