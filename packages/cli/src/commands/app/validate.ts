import { watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import { count } from '@mkt/contract/text'
import type { Variant } from '@mkt/manifest'
import type { Command } from 'commander'
import { act, examples, type Setup } from '../../add-command.ts'
import { type Context, print, type Result } from '../../context.ts'
import { interruptible } from '../../interruptible.ts'
import { checkFolder, describeProblem, manifestName, openFolder } from '../../services/app/app-folder.ts'
import { repairDeploy } from '../../services/deploy/repair-deploy.ts'
import { variantOf } from '../flag-values.ts'

interface Options {
  variant?: string
  watch?: boolean
}

export function addValidate(program: Command, setup: Setup): void {
  const command = program
    .command('validate [dir]')
    .description(`check ${manifestName} and report everything at once`)
    .option('--variant <variant>', 'check against this variant: connected or enterprise')
    .option('-w, --watch', 'check again whenever the file changes')
  examples(command, ['mkt validate', 'mkt validate my-app --watch', 'mkt validate --json | jq .problems'])
  act(command, setup, validate)
}

async function validate(context: Context, dir: string | undefined, options: Options): Promise<Result | undefined> {
  const variant = variantOf(options.variant)
  const folder = openFolder(context.cwd, dir)
  await repairDeploy(folder, context, { needed: false, say: context.say })
  if (!options.watch) return check(context, dir, variant)
  print(context, check(context, dir, variant))
  await interruptible((signal) => {
    const watcher = watch(dirname(folder.file), (_, name) => {
      if (name === basename(folder.file)) print(context, checkSafely(context, dir, variant))
    })
    return new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => {
        watcher.close()
        resolve()
      })
    })
  })
  return undefined
}

function check(context: Context, dir: string | undefined, variant: Variant | undefined): Result {
  const folder = openFolder(context.cwd, dir)
  const { problems, warnings } = checkFolder(folder, variant)
  const valid = problems.length === 0
  const all = [...problems, ...warnings]
  const summary = valid ? `${manifestName} is valid.` : `${count(problems.length, 'problem')}.`
  return {
    data: { valid, problems: all },
    text: [...all.map((problem) => describeProblem(problem)), summary],
    exit: valid ? 0 : 1,
  }
}

/** While watching, the file may be missing between two writes of an editor. */
function checkSafely(context: Context, dir: string | undefined, variant: Variant | undefined): Result {
  try {
    return check(context, dir, variant)
  } catch (error) {
    return { data: { valid: false, problems: [] }, text: error instanceof Error ? error.message : String(error) }
  }
}
