import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

export type CallKind = 'webhook' | 'autofill' | 'rater' | 'hook' | 'other'

/** One request that went to the application while it was developed, and what came of it. */
export interface DevCall {
  id: string
  at: string
  kind: CallKind
  method: string
  /** With query. */
  path: string
  requestBody: string
  /** 0 when there was no answer. */
  status: number
  answer: string
  durationMs: number
  stateReads: number
  error?: string
  /** The recorded call this one repeats. */
  replayOf?: string
}

const KEPT = 500

/** Calls are kept in a file, so that yesterday's can be replayed against today's code. */
export class CallLog extends EventEmitter<{ call: [DevCall] }> {
  readonly #file: string
  readonly #calls: DevCall[]

  constructor(file: string) {
    super()
    this.#file = file
    this.#calls = existsSync(file) ? readCalls(readFileSync(file, 'utf8')) : []
  }

  add(call: Omit<DevCall, 'id'>): DevCall {
    const recorded: DevCall = { id: randomBytes(6).toString('hex'), ...call }
    this.#calls.push(recorded)
    if (this.#calls.length > KEPT) this.#calls.shift()
    mkdirSync(dirname(this.#file), { recursive: true })
    appendFileSync(this.#file, `${JSON.stringify(recorded)}\n`, { mode: 0o600 })
    this.emit('call', recorded)
    return recorded
  }

  find(id: string): DevCall | undefined {
    return this.#calls.find((call) => call.id === id)
  }

  /** Newest first. */
  list(): DevCall[] {
    return this.#calls.toReversed()
  }
}

function readCalls(text: string): DevCall[] {
  return text
    .split('\n')
    .slice(-KEPT - 1)
    .flatMap((line) => {
      try {
        return line === '' ? [] : [JSON.parse(line) as DevCall]
      } catch {
        // A line cut off by a kill is no call.
        return []
      }
    })
}
