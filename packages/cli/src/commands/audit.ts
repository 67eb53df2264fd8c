import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { act, examples, type Setup } from '../add-command.ts'
import type { Context, Result } from '../context.ts'
import { ownOrganization } from '../services/platform/organization.ts'
import { openSession } from '../services/platform/session.ts'

interface Options {
  jsonl?: boolean
  from?: string
  to?: string
  action?: string
  actor?: string
  output?: string
}

export function addAudit(program: Command, setup: Setup): void {
  const audit = program.command('audit').description('who did what in your organization')
  const command = audit
    .command('export')
    .description(
      'write the audit of your organization, one JSON object a line (owners and admins, after "mkt login --sso")',
    )
    .option('--jsonl', 'JSON lines, the only format')
    .option('--from <time>', 'at this time or later, such as 2026-01-01T00:00:00Z')
    .option('--to <time>', 'before this time')
    .option('--action <name>', 'actions that begin with this, such as installation.')
    .option('--actor <who>', 'what one person or key did')
    .option('--output <file>', 'write to this file instead of standard output')
  examples(command, [
    'mkt audit export --jsonl --output audit.jsonl',
    'mkt audit export --jsonl --from 2026-11-01T00:00:00Z',
  ])
  act(command, setup, exportAudit)
}

async function exportAudit(context: Context, options: Options): Promise<Result> {
  const { client } = openSession(context)
  const { id } = await ownOrganization(client)
  const { from, to, action, actor } = options
  const given = Object.entries({ from, to, action, actor }).filter(([, value]) => value !== undefined)
  // The client gives bytes where the answer is not JSON.
  const answer = await client.exportAudit({ params: { org: id }, query: Object.fromEntries(given) })
  const bytes = Buffer.from(answer as unknown as Uint8Array)
  const text = bytes.toString('utf8')
  const rows = text.split('\n').filter((line) => line !== '').length
  if (options.output === undefined) return { data: { rows, text }, text: text.trimEnd() }
  writeFileSync(resolve(context.cwd, options.output), bytes)
  return { data: { rows, file: options.output }, text: `Wrote ${rows} rows to ${options.output}.` }
}
