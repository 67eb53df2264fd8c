import { PassThrough, Readable } from 'node:stream'
import type { World } from '../world.ts'

export interface CapturedWorld extends World {
  out(): string
  err(): string
}

/** A world without a terminal whose output can be read. */
export function capturedWorld(cwd: string, env: Record<string, string> = {}, input = ''): CapturedWorld {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const out = collected(stdout)
  const err = collected(stderr)
  return { env, cwd, stdin: Readable.from([input]), stdout, stderr, interactive: false, terminal: false, out, err }
}

function collected(stream: PassThrough): () => string {
  let text = ''
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  return () => {
    // What was written and not yet handed over.
    for (let rest = stream.read(); rest !== null; rest = stream.read()) text += rest
    return text
  }
}
