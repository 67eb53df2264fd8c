import type { Command } from 'commander'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { openTenant } from '../../services/tenant/tenants.ts'

interface Options {
  refresh?: boolean
  filter?: string
}

export function addTenantSchema(tenants: Command, setup: Setup): void {
  const command = tenants
    .command('schema <tenant>')
    .description('the paths of a product schema for mapping fields; --json gives the whole schema')
    .option('--refresh', 'read it from the policy system again')
    .option('--filter <text>', 'only places that contain this')
  examples(command, ['mkt tenants schema northwind', 'mkt tenants schema northwind --filter vin'])
  act(command, setup, schema)
}

async function schema(context: Context, named: string, { refresh, filter = '' }: Options): Promise<Result> {
  const { client, tenant } = await openTenant(context, named)
  const query = refresh ? ({ refresh: 'true' } as const) : {}
  const found = await client.getTenantSchema({ params: { id: tenant.id }, query })
  const paths = found.paths.filter((path) => path.toLowerCase().includes(filter.toLowerCase()))
  if (found.stale) context.say(`The policy system does not answer; this is what it said at ${found.readAt}.`)
  return { data: { ...found, paths }, text: paths.length === 0 ? 'There are none.' : paths }
}
