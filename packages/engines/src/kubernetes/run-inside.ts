import { Writable } from 'node:stream'
import type { Exec, V1Status } from '@kubernetes/client-node'
import { guarded } from '../guarded.ts'
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
    const onEnd = ({ status }: V1Status) => end(status === 'Success' ? Buffer.concat(said).toString() : null)
    const ended = guarded(() => end(null), onEnd)
    exec.exec(namespace, pod, CONTAINER, command, collect, null, null, false, ended).catch(() => end(null))
  })
}
