import { rangeOf, ratios, shownRange } from './figures.ts'

/** What a round brought: how much was done a second and, where it was metered, what one piece of it cost. */
export interface Round {
  perSecond: number
  /** CPU time for one piece, in microseconds: of the program and of the database. */
  program?: number
  database?: number
  /** Bytes that the database wrote ahead for one piece. */
  walBytes?: number
}

/** Somebody who does the work for a while. */
export interface Contender {
  name: string
  round(): Promise<Round>
  /** What ours over theirs should be at least. */
  atLeast?: number
}

const ROUNDS = 5

/** Ours and the others in turn, round by round, after one round that does not count. */
export async function contest(title: string, ours: Contender, others: readonly Contender[]): Promise<void> {
  const results = new Map<string, Round[]>([ours, ...others].map(({ name }) => [name, []]))
  for (const { round } of [ours, ...others]) await round()
  for (let index = 0; index < ROUNDS; index += 1) {
    for (const { name, round } of [ours, ...others]) results.get(name)?.push(await round())
  }
  console.log(`\n${title} (${ROUNDS} rounds in turn)`)
  for (const [name, list] of results) console.log(`  ${name.padEnd(40)} ${shownRounds(list)}`)
  const own = results.get(ours.name) ?? []
  for (const { name, atLeast } of others) {
    const their = results.get(name) ?? []
    const speed = shownRange(ratios(own.map(perSecondOf), their.map(perSecondOf)))
    const wanted = atLeast === undefined ? '' : `, wanted at least ${atLeast}`
    const worth = own.some((one) => one.database !== undefined)
      ? ` · CPU theirs / ours ${shownRange(ratios(their.map(cpuOf), own.map(cpuOf)))}`
      : ''
    console.log(`  ours / ${name.padEnd(33)} ${speed}${wanted}${worth}`)
  }
}

const perSecondOf = (round: Round) => round.perSecond
const cpuOf = (round: Round) => (round.program ?? Number.NaN) + (round.database ?? Number.NaN)

function shownRounds(list: readonly Round[]): string {
  const parts = [`${shownRange(rangeOf(list.map(perSecondOf)), 0)} per second`]
  const median = (of: (round: Round) => number | undefined) => rangeOf(list.map((one) => of(one) ?? Number.NaN)).median
  if (list.some((one) => one.database !== undefined)) {
    const cpu = shownRange(rangeOf(list.map(cpuOf)), 0)
    const shares = `program ${median((one) => one.program).toFixed(0)}, database ${median((one) => one.database).toFixed(0)}`
    parts.push(`${cpu} µs CPU (${shares})`, `${median((one) => one.walBytes).toFixed(0)} B of WAL`)
  }
  return parts.join(' · ')
}
