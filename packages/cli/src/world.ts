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
  /** Standard output is a terminal. */
  terminal: boolean
}

export function processWorld(): World {
  const { env, stdin, stdout, stderr } = process
  const interactive = Boolean(stdin.isTTY && stderr.isTTY)
  return { env, cwd: process.cwd(), stdin, stdout, stderr, interactive, terminal: stdout.isTTY === true }
}
