import { join } from 'node:path'
import type { Side } from './compare.ts'
import { type Program, startProgram } from './program.ts'

const file = join(import.meta.dirname, '../programs/state.ts')
const ready = /listening (\d+) keys (\S+) bytes (\d+) rss (-?\d+) body (\S*) end/

export interface State {
  program: Program
  side: Side
  body: string
}

/** The state interface with so many installations in memory, and reads of up to 500 of them in turn. */
export async function startState(count: number): Promise<State> {
  const started = await startProgram(file, { args: [String(count)], ready })
  const [, port, keys = '', bytes, rss, body = ''] = started.ready
  const requests = keys.split(',').map((key) => ({ path: `/state/${key}` }))
  const name = `MKT state, ${count} installation${count === 1 ? '' : 's'}`
  if (count > 1) console.log(`\n${name}: ${bytes} bytes each as counted, ${rss} bytes of resident memory each`)
  return { program: started, side: { name, port: Number(port), pid: started.pid, requests }, body }
}
