import { plainText } from '@mkt/contract/text'
import type { Command } from 'commander'
import { printableJson } from './printable-json.ts'
import type { World } from './world.ts'

/** Options that every command takes. */
export interface CommonOptions {
  json?: boolean
  url?: string
  profile?: string
  debug?: boolean
}

/** What a command gets beside its own arguments. */
export interface Context extends World {
  json: boolean
  url: string | undefined
  profile: string | undefined
  /** Shows each request to the platform, where `--debug` asks for it: method, path, status, time; never a header or a body. */
  trace?: (line: string) => void
  /** A line about what is going on: standard error, so that standard output holds the result alone. */
  say(line: string): void
}

/** What a command leaves: `data` is the one object of `--json`, `text` what people read. */
export interface Result {
  data: object
  text?: string | readonly string[] | undefined
  /** Printed byte for byte in place of `text` where standard output is no terminal. */
  bytes?: Uint8Array
  exit?: 0 | 1
}

export function contextOf(world: World, command: Command): Context {
  const { json = false, url, profile, debug = false } = command.optsWithGlobals<CommonOptions>()
  const say = (line: string) => void world.stderr.write(`${plainText(line)}\n`)
  return {
    ...world,
    // One object on standard output and a question on the terminal do not go together.
    interactive: world.interactive && !json,
    json,
    url,
    profile,
    ...(debug ? { trace: say } : {}),
    say,
  }
}

/**
 * Everything the tool prints comes through here, `say` or the failure at its end: whatever a server, an application or a
 * file holds, no escape sequence of theirs reaches the terminal.
 */
export function print(context: Context, result: Result): void {
  if (context.json) {
    context.stdout.write(`${printableJson(result.data)}\n`)
  } else if (result.bytes !== undefined && !context.terminal) {
    context.stdout.write(result.bytes)
  } else if (result.text !== undefined) {
    const text = plainText(typeof result.text === 'string' ? result.text : result.text.join('\n'))
    if (text !== '') context.stdout.write(`${text}\n`)
  }
}
