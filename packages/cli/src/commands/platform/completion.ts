import type { Command } from 'commander'
import { wrongUsage } from '../../abort.ts'
import { act, examples, type Setup } from '../../add-command.ts'
import { completionScript, shells } from '../../views/completion-script.ts'

export function addCompletion(program: Command, setup: Setup): void {
  const command = program.command('completion <shell>').description('print a completion script for bash, zsh or fish')
  examples(command, ['source <(mkt completion bash)', 'mkt completion fish > ~/.config/fish/completions/mkt.fish'])
  act(command, setup, async (_, text: string) => {
    const shell = shells.find((each) => each === text)
    if (shell === undefined) throw wrongUsage(`"${text}" is not known.`, `Give ${shells.join(', ')}.`)
    const script = completionScript(shell, program)
    return { data: { shell, script }, text: script }
  })
}
