import { wrongUsage } from '../abort.ts'
import type { Context } from '../context.ts'
import { askSecret, required } from './ask.ts'
import { readLines } from './read-lines.ts'

/** A code of the authenticator app or a recovery code: asked on a terminal, else the first line of standard input. */
export async function askFactor(context: Context): Promise<string> {
  if (context.interactive)
    return askSecret(context, {
      message: 'Code of your authenticator app, or a recovery code',
      flag: '--step-up',
      check: required,
    })
  const [code = ''] = await readLines(context.stdin, 1)
  if (code === '') throw wrongUsage('The code is missing.', 'Give it as a line on standard input.')
  return code
}
