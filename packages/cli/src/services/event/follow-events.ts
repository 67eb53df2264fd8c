import { setTimeout as pause } from 'node:timers/promises'
import { RefusedError } from '@mkt/contract/client'
import { refusalOf } from '../platform/refusal-of.ts'
import type { Session } from '../platform/session.ts'

export interface ServerEvent {
  id: string | undefined
  data: string
}

/** Reads server-sent events; an unbroken series of lines, over broken connections, until the signal. */
export async function* followEvents(session: Session, path: string, signal: AbortSignal): AsyncGenerator<ServerEvent> {
  let last: string | undefined
  while (!signal.aborted) {
    try {
      const headers = { accept: 'text/event-stream', ...(last === undefined ? {} : { 'last-event-id': last }) }
      const response = await session.fetch(path, { headers, signal })
      if (!response.ok) throw await refusalOf(response)
      for await (const event of parseEvents(response.body ?? new ReadableStream())) {
        last = event.id ?? last
        yield event
      }
    } catch (error) {
      if (signal.aborted) return
      // Refused is refused; a first connection that fails is told at once; later ones are tried again.
      if (error instanceof RefusedError || last === undefined) throw error
    }
    await pause(1000, undefined, { signal }).catch(() => {})
  }
}

/** Splits a stream into events: fields `id` and `data`, ended by an empty line; comments are heartbeats. */
export async function* parseEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder()
  let rest = ''
  let id: string | undefined
  let data: string[] = []
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true })
    const lines = rest.split(/\r?\n/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) yield { id, data: data.join('\n') }
        data = []
      } else if (line.startsWith('id:')) id = line.slice(3).trim()
      else if (line.startsWith('data:')) data.push(line.slice(line.startsWith('data: ') ? 6 : 5))
    }
  }
}
