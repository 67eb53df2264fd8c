import type { Command } from 'commander'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { openInstallation } from '../../services/installation/open-installation.ts'
import { showFields } from '../../views/show-fields.ts'

interface Options {
  name?: string
  from?: string
  to?: string
  changed?: boolean
  cursor?: string
}

export function addFields(installations: Command, setup: Setup): void {
  const command = installations
    .command('fields [installation]')
    .description('names of the policy fields the application received and changed, by release and day; never values')
    .option('--name <text>', 'only fields whose name contains this')
    .option('--from <day>', 'first day, for example 2026-03-01')
    .option('--to <day>', 'last day')
    .option('--changed', 'only fields that the application changed')
    .option('--cursor <cursor>', 'go on after a page')
  examples(command, ['mkt installations fields acme/audit', 'mkt installations fields --changed --from 2026-03-01'])
  act(command, setup, fields)
}

async function fields(context: Context, named: string | undefined, options: Options): Promise<Result> {
  const { client, installation } = await openInstallation(context, named)
  const { name, from, to, changed, cursor } = options
  const query = {
    limit: 200,
    ...(name === undefined ? {} : { q: name }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(changed ? { changed: 'true' as const } : {}),
    ...(cursor === undefined ? {} : { cursor }),
  }
  return showFields(await client.listFields({ params: { id: installation.id }, query }))
}
