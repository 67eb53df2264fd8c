import { resolve } from 'node:path'
import { plainText } from '@mkt/contract/text'
import { type Command, Option } from 'commander'
import { wrongUsage } from '../../abort.ts'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { interruptible } from '../../interruptible.ts'
import { exportPricing } from '../../services/installation/export-pricing.ts'
import { openInstallation } from '../../services/installation/open-installation.ts'
import { openSession } from '../../services/platform/session.ts'
import { writeWhole } from '../../services/platform/write-whole.ts'

interface Options {
  from?: string
  to?: string
  policy?: string
  format: 'csv' | 'jsonl'
  output?: string
}

export function addPricing(program: Command, setup: Setup): void {
  const pricing = program.command('pricing').description('the pricing record of rater calls')
  const command = pricing
    .command('export [installation]')
    .description('write the pricing record of an installation as CSV or JSON lines')
    .addOption(
      new Option('--format <format>', 'CSV has one line for each peril').choices(['csv', 'jsonl']).default('csv'),
    )
    .option('--from <time>', 'calls at this time or later, such as 2026-01-01T00:00:00Z')
    .option('--to <time>', 'calls before this time')
    .option('--policy <locator>', 'calls for this policy')
    .option('--output <file>', 'write to this file instead of standard output')
  examples(command, [
    'mkt pricing export acme/rater --output prices.csv',
    'mkt pricing export ins_… --format jsonl --policy 100002122',
  ])
  act(command, setup, writePricing)
}

async function writePricing(context: Context, named: string | undefined, options: Options): Promise<Result> {
  const { from, to, policy: policyLocator, format, output } = options
  // One object of JSON on standard output and the record do not go together.
  if (context.json && output === undefined)
    throw wrongUsage('With --json the record goes to a file.', 'Give one with --output, or leave --json out.')
  const { installation } = await openInstallation(context, named)
  const query = {
    format,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(policyLocator === undefined ? {} : { policyLocator }),
  }
  const file = output === undefined ? undefined : resolve(context.cwd, output)
  const { bytes } = await interruptible((signal) =>
    writeWhole(file, context.stdout, (write) => {
      // Names come from policy systems and applications: a terminal gets no escape sequence of theirs.
      const shown: typeof write = (bytes) => write(Buffer.from(plainText(Buffer.from(bytes).toString('utf8'))))
      const toTerminal = file === undefined && context.terminal
      return exportPricing(openSession(context), installation.id, query, { write: toTerminal ? shown : write, signal })
    }),
  )
  const data = { installation: installation.id, format, bytes, ...(output === undefined ? {} : { file: output }) }
  return { data, ...(output === undefined ? {} : { text: `Wrote ${bytes} bytes to ${output}.` }) }
}
