import { Command } from 'commander'
import { commandTable } from './command-table.ts'
import type { World } from './world.ts'

/**
 * The command line, as far as these arguments need it: the command they name, or all where they name none.
 * Nothing in it exits the process or writes past the world it is given.
 */
export async function buildProgram(
  world: World,
  { args = [], setExit = () => {} }: { args?: readonly string[]; setExit?(code: number): void } = {},
): Promise<Command> {
  const program = new Command('mkt')
    .description('Publish applications on the marketplace: write, check, build, deploy, launch, watch.')
    .option('--json', 'print exactly one JSON object on standard output')
    .option('--url <url>', 'the platform (or MKT_URL)')
    .option('--profile <name>', 'the profile of stored credentials (or MKT_PROFILE)')
    .option('--debug', 'show each request to the platform, and where a failure came from')
    .showSuggestionAfterError()
    .helpCommand('help [command]', 'show the help of a command')
    .configureOutput({
      writeOut: (text) => void world.stdout.write(text),
      // Errors are thrown and printed once, at the edge.
      writeErr: () => {},
      outputError: () => {},
    })
    .exitOverride()
  const named = commandIn(args, program)
  const part = commandTable.find(({ names }) => named !== undefined && names.includes(named))
  const setup = { world, setExit, wholeProgram: () => buildProgram(world) }
  const adds = await Promise.all((part === undefined ? commandTable : [part]).map(({ load }) => load()))
  for (const add of adds) add(program, setup)
  return program
}

/** The first argument that is neither an option nor the value of one that stands before the command. */
function commandIn(args: readonly string[], program: Command): string | undefined {
  const withValue = program.options.filter(({ required }) => required).map(({ long }) => long)
  return args.find((arg, at) => !arg.startsWith('-') && !withValue.includes(args[at - 1] ?? ''))
}
