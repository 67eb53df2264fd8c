import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { guarded } from '../../packages/server/src/lib/guarded.ts'

// A process of its own that keeps every processor busy with nothing until its input ends: in the quiet run it stands where attackers and hostile
// applications stand in the siege, so that only what they do to the platform makes a difference.

const failed = (error: unknown) => process.stderr.write(`the processors are not kept busy: ${error}\n`)
const threads = Array.from({ length: availableParallelism() }, () => {
  const thread = new Worker('for (;;) Math.random()', { eval: true, execArgv: [] })
  thread.on('error', failed)
  return thread
})
process.stdout.write('burning\n')
process.stdin.resume().once(
  'end',
  guarded(failed, async () => {
    await Promise.all(threads.map((thread) => thread.terminate()))
    process.stdout.write('{}')
  }),
)
