import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { openInstallation } from '../../services/installation/open-installation.ts'

interface Options {
  from?: string
  to?: string
  policy?: string
  format: 'csv' | 'jsonl'
  output?: string
}

export function addPricing(program: Command, setup: Setup): void {
  const pricing = program.command('pricing').description('the record of what raters charged')
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
  act(command, setup, exportPricing)
}

async function exportPricing(context: Context, named: string | undefined, options: Options): Promise<Result> {
  const { client, installation } = await openInstallation(context, named)
  const { from, to, policy: policyLocator, format } = options
  const query = {
    format,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(policyLocator === undefined ? {} : { policyLocator }),
  }
  // The client gives bytes where the answer is not JSON; JSON lines are text of their own type.
  const bytes = (await client.exportPricing({ params: { id: installation.id }, query })) as unknown as Uint8Array
  const text = Buffer.from(bytes).toString('utf8')
  const data = { installation: installation.id, format, bytes: bytes.length, ...(options.output ? {} : { text }) }
  if (options.output === undefined) return { data, text: text.trimEnd() }
  writeFileSync(resolve(context.cwd, options.output), bytes)
  return { data: { ...data, file: options.output }, text: `Wrote ${bytes.length} bytes to ${options.output}.` }
}
