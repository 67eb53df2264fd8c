import { OciError } from '@mkt/oci'
import { guarded } from '../../../lib/guarded.ts'
import type { ThreadHost } from '../../../lib/thread/thread-host.ts'
import type { FromProcess, ImageBytes, ImageTask, ToldError, ToProcess } from './image-task.ts'
import { serveBlobs } from './serve-blobs.ts'

export type Outcome = { value: unknown } | { ended: true }

/** Gives a process a task and what it asks for. Rejects with what the storage throws, or with what is wrong with the image. */
export async function runTask(host: ThreadHost, { digest, blobs }: ImageBytes, task: ImageTask): Promise<Outcome> {
  const served = serveBlobs(blobs)
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
  const post = (message: ToProcess) => host.post(message)
  let fault: { error: unknown } | undefined

  async function hear(message: FromProcess): Promise<void> {
    if (message.kind === 'done') return resolve({ value: message.result })
    if (message.kind === 'failed') return reject(fault?.error ?? errorOf(message.error))
    const { id } = message
    const found = await served.answer(message.ask).then(
      (value) => ({ value }),
      (error: unknown) => {
        fault ??= { error }
      },
    )
    post(found === undefined ? { kind: 'refusal', id } : { kind: 'answer', id, ...found })
  }

  const heard = guarded(reject, hear)
  const ended = guarded(reject, () => resolve({ ended: true }))
  host.on('message', heard)
  host.on('exit', ended)
  host.on('error', ended)
  try {
    post({ kind: 'begin', digest, task })
    return await promise
  } finally {
    host.off('message', heard)
    host.off('exit', ended)
    host.off('error', ended)
    served.close()
  }
}

function errorOf({ message, oci, code, syscall }: ToldError): Error {
  return oci === undefined ? Object.assign(new Error(message), { code, syscall }) : new OciError(oci, message)
}
