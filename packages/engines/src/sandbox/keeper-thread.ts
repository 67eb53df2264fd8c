import { parentPort } from 'node:worker_threads'
import { guarded } from '../guarded.ts'
import type { StartOrder, StartResult } from './keeper-starter.ts'
import { startKeeper } from './start-keeper.ts'

// The inside of the thread of `keeper-starter.ts`.

const tell = (result: StartResult) => parentPort?.postMessage(result)

async function start({ id, program, host, order }: StartOrder): Promise<void> {
  try {
    await startKeeper(program, host, order)
    tell({ id, failure: null })
  } catch (error) {
    tell({ id, failure: error instanceof Error ? error.message : String(error) })
  }
}

parentPort?.on(
  'message',
  guarded((error) => {
    throw error
  }, start),
)
