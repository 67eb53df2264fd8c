import type { Command } from 'commander'
import type { World } from './world.ts'

/** Options that every command takes. */
export interface CommonOptions {
  json?: boolean
  url?: string
  profile?: string
}

/** What a command gets beside its own arguments. */
export interface Context extends World {
  json: boolean
  url: string | undefined
  profile: string | undefined
  /** A line about what is going on: standard error, so that standard output holds the result alone. */
  say(line: string): void
}

/** What a command leaves: `data` is the one object of `--json`, `text` what people read. */
export interface Result {
  data: object
  text?: string | readonly string[] | undefined
  exit?: 0 | 1
}

export function contextOf(world: World, command: Command): Context {
  const { json = false, url, profile } = command.optsWithGlobals<CommonOptions>()
  return {
    ...world,
    // One object on standard output and a question on the terminal do not go together.
    interactive: world.interactive && !json,
    json,
    url,
    profile,
    say: (line) => void world.stderr.write(`${line}\n`),
  }
}

export function print(context: Context, result: Result): void {
  if (context.json) context.stdout.write(`${JSON.stringify(result.data, null, 2)}\n`)
  else if (result.text !== undefined) {
    const text = typeof result.text === 'string' ? result.text : result.text.join('\n')
    if (text !== '') context.stdout.write(`${text}\n`)
  }
}
