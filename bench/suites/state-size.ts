import { compare, type Measurement, measure } from '../harness/compare.ts'
import { rangeOf, ratios, shownRange } from '../harness/figures.ts'
import { startBareAnswers, startState } from '../harness/state.ts'
import type { Suite } from '../harness/suite.ts'

/**
 * As many different keys are read with a thousand installations as with a hundred thousand: what differs is what is held. Beside it
 * what a program pays that does nothing but look up a key and write the answer: memory that lies in no cache has to be waited for.
 */
async function byInstallations(): Promise<void> {
  const one = await startState(1)
  const thousand = await startState(1_000)
  const many = await startState(100_000)
  const bareOne = await startBareAnswers(1, one.body)
  const bareMany = await startBareAnswers(100_000, one.body)
  const all = [one, thousand, many, bareOne, bareMany]
  try {
    // A process that has just started is slower than one that ran for a while.
    for (const { side } of all) await measure(side, 3, 16)
    await compare('State with 1,000 installations against 1', thousand.side, one.side)
    await compare('State with 100,000 installations against 1', many.side, one.side)
    await compare('The least: 100,000 answers against 1', bareMany.side, bareOne.side)
  } finally {
    await Promise.all(all.map((each) => each.program.stop()))
  }
}

/** Two processes share nothing, so that each should cost what one alone costs. */
async function withTwoProcesses(): Promise<void> {
  const [first, second] = [await startState(1_000), await startState(1_000)]
  const alone: Measurement[] = []
  const together: Measurement[] = []
  try {
    for (const { side } of [first, second]) await measure(side, 3, 16)
    for (let round = 0; round < 5; round += 1) {
      alone.push(await measure(first.side, 2, 16))
      const both = await Promise.all([measure(first.side, 2, 8), measure(second.side, 2, 8)])
      const [a, b] = both
      const perSecond = a.perSecond + b.perSecond
      together.push({
        load: a.load,
        perSecond,
        cpuMicros: (a.cpuMicros * a.perSecond + b.cpuMicros * b.perSecond) / perSecond,
      })
    }
  } finally {
    await Promise.all([first.program.stop(), second.program.stop()])
  }
  const of = (list: Measurement[], what: 'cpuMicros' | 'perSecond') => list.map((each) => each[what])
  console.log('\nState read with two processes (5 rounds of 2 s in turn, 16 connections in all)')
  for (const [name, list] of Object.entries({ one: alone, two: together }))
    console.log(
      `  ${name}  ${shownRange(rangeOf(of(list, 'cpuMicros')), 0)} µs CPU per request · ${shownRange(rangeOf(of(list, 'perSecond')), 0)} per second`,
    )
  const cpu = shownRange(ratios(of(together, 'cpuMicros'), of(alone, 'cpuMicros')))
  const speed = shownRange(ratios(of(together, 'perSecond'), of(alone, 'perSecond')))
  console.log(`  two / one  CPU ${cpu} · throughput ${speed} (the generators need cores too)`)
}

async function run(): Promise<void> {
  await byInstallations()
  await withTwoProcesses()
}

export const suite: Suite = {
  name: 'state-size',
  about: 'GET /state/<key> with 1 to 100,000 installations, and with two processes',
  run,
}
