import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { count } from '@mkt/contract/text'
import type { Command } from 'commander'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { askYes } from '../../prompts/ask.ts'
import { existingFolder } from '../../services/app/app-folder.ts'
import { writeFileWhole } from '../../services/app/write-file.ts'
import { type PortChange, planPort } from '../../services/port/plan-port.ts'
import { readFiles } from '../../services/port/read-files.ts'

export function addPort(program: Command, setup: Setup): void {
  const command = program
    .command('port <dir>')
    .description(
      'rename variables, header, manifest and its section of an existing container app to ours, and say what it lacks; shows the changes first',
    )
    .option('--yes', 'write without asking')
  examples(command, ['mkt port my-app', 'mkt port my-app --yes && mkt conformance my-app'])
  act(command, setup, port)
}

async function port(context: Context, given: string, { yes }: { yes?: boolean }): Promise<Result> {
  const dir = existingFolder(context.cwd, given)
  const { files: texts, leftOut } = readFiles(dir)
  const plan = planPort(texts)
  const { names, changes } = plan
  const notes = [...plan.notes, ...leftOut.map((path) => `${path} is not UTF-8 and was left as it is.`)]
  const diff = changes.flatMap(diffLines)
  if (!context.json) for (const line of diff) context.say(line)
  const written = changes.length > 0 && (yes === true || (await agreed(context, changes)))
  if (written) for (const change of changes) write(dir, change)
  const files = changes.map(({ path, to }) => ({ path, to }))
  const head = changes.length === 0 ? 'Nothing to rename.' : written ? 'Written:' : 'Not written; --yes writes:'
  return {
    data: { dir, names, files, notes, written, diff },
    text: [
      head,
      ...changes.map(({ path, to }) => (path === to ? `  ${path}` : `  ${path} → ${to}`)),
      ...notes.map((note) => `Fix: ${note}`),
    ],
  }
}

async function agreed(context: Context, changes: readonly PortChange[]): Promise<boolean> {
  if (!context.interactive) return false
  return askYes(context, { message: `Write ${count(changes.length, 'file', 'files')}?`, flag: '--yes' })
}

function write(dir: string, { path, to, after }: PortChange): void {
  writeFileWhole(join(dir, to), after)
  if (to !== path) rmSync(join(dir, path))
}

/** Renaming keeps every line in its place. */
function diffLines({ path, to, before, after }: PortChange): string[] {
  const now = after.split('\n')
  const lines = before.split('\n').flatMap((line, index) => {
    const next = now[index] ?? ''
    return line === next ? [] : [`${to}:${index + 1}`, `- ${line}`, `+ ${next}`]
  })
  return path === to ? lines : [`rename ${path} → ${to}`, ...lines]
}
