import { join } from 'node:path'
import { compare, measure, type Side } from '../harness/compare.ts'
import { type Program, startProgram } from '../harness/program.ts'
import type { Suite } from '../harness/suite.ts'

const program = (name: string) => join(import.meta.dirname, `../programs/${name}.ts`)
const ready = /listening (\d+)/
const portOf = (started: Program) => Number(started.ready[1])

const body = JSON.stringify({ productName: 'personal-auto', updates: 'x'.repeat(960) })
const headers = { 'x-mkt-caller': 'bench', 'content-type': 'application/json' }
const requests = [{ method: 'POST', path: '/r0/autofill', headers, body, count: 1 }]

/** What a shadow costs the calls it is copied from: the same gateway and application, with copies and without. */
async function run(): Promise<void> {
  const application = await startProgram(program('application'), { ready })
  const shadowed = await startProgram(program('application'), { ready })
  const args = ['1', String(portOf(application)), '', '']
  const off = await startProgram(program('gateway'), { args, ready })
  const on = await startProgram(program('gateway'), { args: [...args, String(portOf(shadowed))], ready })
  try {
    const side = (name: string, started: Program): Side => ({ name, port: portOf(started), pid: started.pid, requests })
    const [withShadow, without] = [side('autofill, shadow on', on), side('autofill, shadow off', off)]
    for (const one of [withShadow, without]) await measure(one, 4, 16)
    await compare('Autofill calls with a shadow against without', withShadow, without, { atLeast: 0.9 })
  } finally {
    await Promise.all([on.stop(), off.stop(), application.stop(), shadowed.stop()])
  }
}

export const suite: Suite = { name: 'shadow', about: 'what a shadow costs the calls it copies', run }
