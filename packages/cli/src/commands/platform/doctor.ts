import type { Command } from 'commander'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { existingFolder } from '../../services/app/app-folder.ts'
import { diagnose } from '../../services/doctor/diagnose.ts'
import { gatherFacts } from '../../services/doctor/gather-facts.ts'

const marks = { ok: '✓', note: '–', wrong: '✗' } as const

export function addDoctor(program: Command, setup: Setup): void {
  const command = program
    .command('doctor [dir]')
    .description('check this machine, the way to the platform, the key, the clock and the app of the folder')
  examples(command, ['mkt doctor', 'mkt doctor my-app', 'mkt doctor --url https://market.example.com'])
  act(command, setup, doctor)
}

async function doctor(context: Context, dir: string | undefined): Promise<Result> {
  const checks = diagnose(await gatherFacts(context, existingFolder(context.cwd, dir), () => Date.now()))
  const wrong = checks.filter(({ result }) => result === 'wrong').length
  return {
    data: { healthy: wrong === 0, checks },
    text: [
      ...checks.flatMap(({ check, result, detail, fix }) => [
        `${marks[result]} ${check.padEnd(10)} ${detail}`,
        ...(fix === null ? [] : [`  ${''.padEnd(10)} ${fix}`]),
      ]),
      wrong === 0 ? 'Nothing is wrong.' : `${wrong} of ${checks.length} checks found something wrong.`,
    ],
    exit: wrong === 0 ? 0 : 1,
  }
}
