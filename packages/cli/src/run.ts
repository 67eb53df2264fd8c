import { plainText } from '@mkt/contract/text'
import { CommanderError } from 'commander'
import { printableJson } from './printable-json.ts'
import { buildProgram } from './program.ts'
import { toolVersion } from './tool-version.ts'
import type { World } from './world.ts'

/** Runs one command line and gives its exit code: 0 done, 1 cannot be done, 2 wrong usage, 70 our bug. */
export async function run(args: readonly string[], world: World): Promise<number> {
  // "--version" belongs to `deploy`, so it is the tool's own only when it stands alone.
  if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
    world.stdout.write(`${toolVersion()}\n`)
    return 0
  }
  let exit = 0
  const setExit = (code: number) => {
    exit = code
  }
  const program = await buildProgram(world, { args, setExit })
  try {
    await program.parseAsync(args, { from: 'user' })
    return exit
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    // No command at all, or none of a group: the help is the answer, but nothing was done.
    if (error instanceof CommanderError && error.code === 'commander.help' && !wantsJson(args)) {
      const group = program.commands.find((each) => each.commands.length > 0 && args.includes(each.name()))
      world.stderr.write((group ?? program).helpInformation())
      return 2
    }
    return fail(error, args, world)
  }
}

async function fail(thrown: unknown, args: readonly string[], world: World): Promise<number> {
  // It knows the failures of every part, and a command that succeeds loads none it does not need.
  const { explainFailure } = await import('./services/platform/explain-failure.ts')
  const { exit, error, details, extra } = explainFailure(thrown)
  const say = (line: string) => world.stderr.write(`${plainText(line)}\n`)
  if ((exit === 70 || args.includes('--debug')) && thrown instanceof Error) say(thrown.stack ?? thrown.message)
  if (wantsJson(args)) {
    world.stdout.write(`${printableJson({ error, ...extra })}\n`)
    return exit
  }
  say(`mkt: ${error.message}`)
  for (const line of details) say(`  ${line}`)
  if (error.fix !== null) say(`  ${error.fix}`)
  if (error.requestId !== null) say(`  request ${error.requestId}, code ${error.code}`)
  return exit
}

/** Asked of the arguments themselves: the command line may be too wrong to be parsed. */
function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  return (end === -1 ? args : args.slice(0, end)).includes('--json')
}
