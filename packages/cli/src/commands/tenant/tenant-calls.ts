import type { Client } from '@mkt/contract/client'
import type { Command } from 'commander'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { openInstallation } from '../../services/installation/open-installation.ts'
import { table } from '../../views/table.ts'

type Query = NonNullable<Parameters<Client['listTenantCalls']>[0]['query']>

interface Options {
  method?: string
  status?: string
  path?: string
  trace?: string
}

export function addTenantCalls(installations: Command, setup: Setup): void {
  const command = installations
    .command('tenant-calls [installation]')
    .description('requests of the application to the policy system through the relay, newest first')
    .option('--method <method>', 'only this method')
    .option('--status <status>', 'only this status, for example 404 or 4xx')
    .option('--path <text>', 'only paths that contain this')
    .option('--trace <id>', 'only those of one trace')
  examples(command, ['mkt installations tenant-calls acme/audit', 'mkt installations tenant-calls --status 4xx'])
  act(command, setup, tenantCalls)
}

async function tenantCalls(context: Context, named: string | undefined, options: Options): Promise<Result> {
  const { client, installation } = await openInstallation(context, named)
  const query = {
    limit: 100,
    ...(options.method === undefined ? {} : { method: options.method.toUpperCase() as NonNullable<Query['method']> }),
    ...(options.status === undefined ? {} : { status: options.status }),
    ...(options.path === undefined ? {} : { q: options.path }),
    ...(options.trace === undefined ? {} : { traceId: options.trace }),
  }
  const found = await client.listTenantCalls({ params: { id: installation.id }, query })
  const rows = found.items.map(({ at, method, path, status, code, durationMs, requestSize, answerSize }) => [
    at,
    `${method} ${path}`,
    code === null ? status : `${status} ${code}`,
    `${durationMs} ms`,
    `${requestSize} → ${answerSize} bytes`,
  ])
  return { data: found, text: table(['at', 'request', 'status', 'time', 'size'], rows, 'There are none.') }
}
