import { rangeOf, ratios, shownRange } from './figures.ts'

/** Somebody who does the work for a while and says how much of it was done a second. */
export interface Contender {
  name: string
  round(): Promise<number>
  /** What ours over theirs should be at least. */
  atLeast?: number
}

const ROUNDS = 5

/** Ours and the others in turn, round by round, after one round that does not count. */
export async function contest(title: string, ours: Contender, others: readonly Contender[]): Promise<void> {
  const results = new Map<string, number[]>([ours, ...others].map(({ name }) => [name, []]))
  for (const { round } of [ours, ...others]) await round()
  for (let index = 0; index < ROUNDS; index += 1) {
    for (const { name, round } of [ours, ...others]) results.get(name)?.push(await round())
  }
  console.log(`\n${title} (${ROUNDS} rounds in turn)`)
  for (const [name, list] of results) console.log(`  ${name.padEnd(40)} ${shownRange(rangeOf(list), 0)} per second`)
  for (const { name, atLeast } of others) {
    const ratio = shownRange(ratios(results.get(ours.name) ?? [], results.get(name) ?? []))
    const wanted = atLeast === undefined ? '' : `, wanted at least ${atLeast}`
    console.log(`  ours / ${name.padEnd(33)} ${ratio}${wanted}`)
  }
}
