import { join } from 'node:path'
import { compare, measure, type Side } from '../harness/compare.ts'
import { type Program, startProgram } from '../harness/program.ts'
import type { Suite } from '../harness/suite.ts'

const program = (name: string) => join(import.meta.dirname, `../programs/${name}.ts`)
const ready = /listening (\d+)/
const body = JSON.stringify({ productName: 'personal-auto', updates: 'x'.repeat(960) })
const headers = { 'x-mkt-caller': 'bench', 'content-type': 'application/json' }

const side = (name: string, { ready: [, port], pid }: Program): Side => ({
  name,
  port: Number(port),
  pid,
  requests: [{ method: 'POST', path: '/r0/any', headers, body }],
})

/** What exporting traces costs the gateway: the same calls with a collector and without one, in turn. */
async function run(): Promise<void> {
  const application = await startProgram(program('application'), { ready })
  const collector = await startProgram(program('collector'), { ready })
  const args = (share?: string) => {
    const own = ['1', application.ready[1] ?? '']
    return share === undefined ? own : [...own, '', '', '', collector.ready[1] ?? '', share]
  }
  const without = await startProgram(program('gateway'), { args: args(), ready })
  const traced = await startProgram(program('gateway'), { args: args('1'), ready })
  const sampled = await startProgram(program('gateway'), { args: args('0.1'), ready })
  try {
    const baseline = side('without a collector', without)
    const all = side('every trace exported', traced)
    const tenth = side('a tenth exported', sampled)
    for (const one of [baseline, all, tenth]) await measure(one, 4, 16)
    // At most 3 % more CPU: the baseline needs 0.97 of it.
    const options = { rounds: 7, seconds: 2, atLeast: 0.97 }
    await compare('Gateway POST 1 KB with tracing on', all, baseline, options)
    await compare('Gateway POST 1 KB with a tenth of traces', tenth, baseline, options)
  } finally {
    await Promise.all([without, traced, sampled, collector, application].map((one) => one.stop()))
  }
}

export const suite: Suite = {
  name: 'tracing',
  about: 'CPU time of the gateway with an OTLP collector and without one',
  run,
}
