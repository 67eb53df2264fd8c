import type { Readable, Writable } from 'node:stream'

/** Everything a command may touch of the process it runs in, so that tests can give it another one. */
export interface World {
  env: Readonly<Record<string, string | undefined>>
  cwd: string
  stdin: Readable
  stdout: Writable
  stderr: Writable
  /** A person can be asked: standard input and standard error are terminals. */
  interactive: boolean
}

export function processWorld(): World {
  const { env, stdin, stdout, stderr } = process
  return { env, cwd: process.cwd(), stdin, stdout, stderr, interactive: Boolean(stdin.isTTY && stderr.isTTY) }
}
