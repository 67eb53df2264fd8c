import type { Command } from 'commander'
import { wrongUsage } from '../../abort.ts'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { nameKinds, namesOf } from '../../services/completion/names.ts'
import { openSession } from '../../services/platform/session.ts'
import { completionScript, shells } from '../../views/completion-script.ts'

interface Options {
  names?: string
}

export function addCompletion(program: Command, setup: Setup): void {
  const command = program
    .command('completion [shell]')
    .description('print a completion script for bash, zsh or fish; it completes commands, options and names')
    .option('--names <kind>', `print the names that a script completes: ${nameKinds.join(', ')}`)
  examples(command, ['source <(mkt completion bash)', 'mkt completion fish > ~/.config/fish/completions/mkt.fish'])
  act(command, setup, async (context, text: string | undefined, { names }: Options) => {
    if (names !== undefined) return showNames(context, names)
    const shell = shells.find((each) => each === text)
    if (shell === undefined) throw wrongUsage(`"${text ?? ''}" is not known.`, `Give ${shells.join(', ')}.`)
    const script = completionScript(shell, await setup.wholeProgram())
    return { data: { shell, script }, text: script }
  })
}

async function showNames(context: Context, given: string): Promise<Result> {
  const kind = nameKinds.find((each) => each === given)
  if (kind === undefined) throw wrongUsage(`"${given}" has no names.`, `Give ${nameKinds.join(', ')}.`)
  const names = await namesOf(kind, openSession(context).client, context.cwd)
  return { data: { kind, names }, text: names }
}
