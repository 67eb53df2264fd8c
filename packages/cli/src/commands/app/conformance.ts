import type { Command } from 'commander'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { openFolder, validManifest } from '../../services/app/app-folder.ts'

interface Options {
  command?: string
  manifest?: string
  statePort: string
}

export function addConformance(program: Command, setup: Setup): void {
  const command = program
    .command('conformance [target]')
    .description(
      'drive an application in any language as the platform does, and say what it gets wrong: a folder, or the address of one that runs',
    )
    .option('--command <line>', 'what starts the application in a folder, where package.json does not say')
    .option(
      '--manifest <file>',
      'platform-app.json of an application that is given by its address (default: in this folder)',
    )
    .option(
      '--state-port <number>',
      'port of the state interface; start an application yourself with MKT_STATE_API at it',
      '0',
    )
  examples(command, [
    'mkt conformance',
    'mkt conformance my-app --command "python3 app.py"',
    'mkt conformance http://127.0.0.1:8080 --state-port 7099',
  ])
  act(command, setup, conformance)
}

async function conformance(context: Context, target = '.', options: Options): Promise<Result> {
  // Loaded late: no other command needs them.
  const { runConformance } = await import('../../services/conformance/run-conformance.ts')
  const isUrl = /^https?:\/\//.test(target)
  const folder = openFolder(context.cwd, isUrl ? options.manifest : target)
  const verdicts = await runConformance({
    manifest: validManifest(folder),
    target: isUrl
      ? { url: target }
      : { dir: folder.dir, command: options.command ?? (await commandOf(context, folder.dir)) },
    statePort: Number(options.statePort),
    tell: ({ check, result, detail }) => {
      const mark = result === 'passed' ? '✓' : result === 'failed' ? '✗' : '–'
      context.say(`${mark} ${check}${detail === '' ? '' : `: ${detail}`}`)
    },
  })
  const failed = verdicts.filter(({ result }) => result === 'failed').length
  const text = failed === 0 ? 'It conforms.' : `${failed} of ${verdicts.length} checks failed.`
  return { data: { conforms: failed === 0, checks: verdicts }, text, exit: failed === 0 ? 0 : 1 }
}

async function commandOf(context: Context, dir: string): Promise<string> {
  const { startLine } = await import('../../services/app/app-language.ts')
  const { line, imageProblem } = await startLine(dir)
  if (imageProblem !== undefined) context.say(`note: mkt build would refuse this: ${imageProblem}`)
  return line
}
