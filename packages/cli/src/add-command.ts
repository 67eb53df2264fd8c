import type { Command } from 'commander'
import { type Context, contextOf, print, type Result } from './context.ts'
import type { World } from './world.ts'

export interface Setup {
  world: World
  setExit(code: number): void
  /** The command line with every command. */
  wholeProgram(): Promise<Command>
}

/** `Args`: the positional arguments of the command, then its options. */
type Action<Args extends unknown[]> = (context: Context, ...args: Args) => Promise<Result | undefined>

/**
 * Binds a command to what it does. The action gets the context, the positional arguments and the options; what it
 * returns is printed as text, or as the one object of `--json`.
 */
export function act<Args extends unknown[]>(command: Command, setup: Setup, action: Action<Args>): Command {
  return command.action(async (...given: unknown[]) => {
    const context = contextOf(setup.world, command)
    // Commander appends the command itself.
    const result = await action(context, ...(given.slice(0, -1) as Args))
    if (result === undefined) return
    print(context, result)
    setup.setExit(result.exit ?? 0)
  })
}

/** Examples below the help text of a command. */
export function examples(command: Command, lines: readonly string[]): Command {
  return command.addHelpText('after', `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`)
}
