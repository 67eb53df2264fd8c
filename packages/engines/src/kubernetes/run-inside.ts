import { Writable } from 'node:stream'
import type { Exec } from '@kubernetes/client-node'
import { CONTAINER } from './plan.ts'

const RUN_MS = 5_000

/** Runs a program of the application's own image; null when it is not there, fails or takes too long. */
export function runInside(
  exec: Exec,
  { namespace, pod, command }: { namespace: string; pod: string; command: string[] },
): Promise<string | null> {
  const said: Buffer[] = []
  const collect = new Writable({
    write(chunk: Buffer, _, done) {
      said.push(chunk)
      done()
    },
  })
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), RUN_MS)
    const end = (answer: string | null) => {
      clearTimeout(timer)
      resolve(answer)
    }
    exec
      .exec(namespace, pod, CONTAINER, command, collect, null, null, false, ({ status }) =>
        end(status === 'Success' ? Buffer.concat(said).toString() : null),
      )
      .catch(() => end(null))
  })
}
