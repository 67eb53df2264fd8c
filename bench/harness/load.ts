import { spawn } from 'node:child_process'
import { join } from 'node:path'

export interface Request {
  method?: string
  path: string
  /** The number of requests like it, each with its number from 0 where the path says `{n}`. */
  count?: number
  headers?: Record<string, string>
  body?: string
}

export interface LoadOrder {
  host: string
  port: number
  requests: Request[]
  connections: number
  seconds: number
  /** Requests begin at this even rate, whether the former ones were answered or not; without it as fast as answers come. */
  perSecond?: number
}

export interface LoadResult {
  requests: number
  /** Answers that were not 2xx or 304. */
  refused: number
  seconds: number
  /** Milliseconds. */
  p50: number
  p99: number
}

/** Drives load from a process of its own, so that its CPU time is nobody else's. */
export function drive(order: LoadOrder): Promise<LoadResult> {
  const file = join(import.meta.dirname, 'load-generator.ts')
  const child = spawn(process.execPath, [file, JSON.stringify(order)], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve(JSON.parse(output) as LoadResult)
      else reject(new Error(`the load generator ended with ${code}`))
    })
  })
}
