import type { Client } from '@mkt/contract/client'
import type { Command } from 'commander'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { openInstallation } from '../../services/installation/open-installation.ts'
import { openSession } from '../../services/platform/session.ts'
import { showCall, showCalls } from '../../views/show-call.ts'
import { wholeOf } from '../flag-values.ts'

type Query = NonNullable<Parameters<Client['listCalls']>[0]['query']>

interface ListOptions {
  kind?: string
  from?: string
  to?: string
  limit: string
}

export function addCalls(program: Command, setup: Setup): void {
  const calls = program.command('calls').description('synchronous calls of an installation: autofill and rating')
  const listed = calls
    .command('list [installation]', { isDefault: true })
    .description('autofill, ratings and other calls, newest first, by id or app (default: the app of this folder)')
    .option('--kind <kind>', 'autofill, rater, other or public')
    .option('--from <time>', 'at this ISO time or later')
    .option('--to <time>', 'before this ISO time')
    .option('-n, --limit <count>', 'how many', '50')
  examples(listed, ['mkt calls list', 'mkt calls list acme/rater --kind rater -n 10'])
  act(listed, setup, list)
  const shown = calls
    .command('show <call>')
    .description('one call: sizes, status and times')
    .option('--payload', 'also print the payload, if it was recorded and you may see it')
  examples(shown, ['mkt calls show cal_…', 'mkt calls show cal_… --payload'])
  act(shown, setup, show)
}

async function list(context: Context, named: string | undefined, options: ListOptions): Promise<Result> {
  const { client, installation } = await openInstallation(context, named)
  const { kind, from, to, limit } = options
  const query = {
    limit: wholeOf('--limit', limit, 1, 200),
    // The platform knows the kinds and says which there are.
    ...(kind === undefined ? {} : { kind: kind as NonNullable<Query['kind']> }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  }
  return showCalls(await client.listCalls({ params: { id: installation.id }, query }))
}

async function show(context: Context, id: string, options: { payload?: boolean }): Promise<Result> {
  const { client } = openSession(context)
  const call = await client.getCall({ params: { id } })
  return showCall(call, options.payload ? await client.getCallPayload({ params: { id } }) : undefined)
}
