import { join } from 'node:path'
import type { Side } from './compare.ts'
import { type Program, startProgram } from './program.ts'

const program = (name: string) => join(import.meta.dirname, `../programs/${name}.ts`)
const ready = /listening (\d+) keys (\S+) bytes (\d+) rss (-?\d+) body (\S*) end/

export interface State {
  program: Program
  side: Side
  body: string
}

/** The state interface with so many installations in memory, and reads of up to 500 of them in turn. */
export async function startState(count: number): Promise<State> {
  const started = await startProgram(program('state'), { args: [String(count)], ready })
  const [, port, keys = '', bytes, rss, body = ''] = started.ready
  const requests = keys.split(',').map((key) => ({ path: `/state/${key}` }))
  const name = `MKT state, ${count} installation${count === 1 ? '' : 's'}`
  if (count > 1) console.log(`\n${name}: ${bytes} bytes each as counted, ${rss} bytes of resident memory each`)
  return { program: started, side: { name, port: Number(port), pid: started.pid, requests }, body }
}

/** A program that holds so many answers like `body`, and reads of up to 500 of them in turn. */
export async function startBareAnswers(count: number, body: string): Promise<Omit<State, 'body'>> {
  const ready = /listening (\d+) keys (\S+) end/
  const started = await startProgram(program('bare-answers'), { args: [String(count), body], ready })
  const [, port, keys = ''] = started.ready
  const requests = keys.split(',').map((key) => ({ path: `/state/${key}` }))
  const name = `look-up and write, ${count} answer${count === 1 ? '' : 's'}`
  return { program: started, side: { name, port: Number(port), pid: started.pid, requests } }
}
