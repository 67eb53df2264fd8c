import type { Client } from '@mkt/contract/client'
import type { Command } from 'commander'
import { wrongUsage } from '../../abort.ts'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { readJson } from '../../services/app/read-json.ts'
import { openTenant } from '../../services/tenant/tenants.ts'
import { facts } from '../../views/table.ts'

type Credentials = Parameters<Client['replaceTenantCredentials']>[0]['body']['credentials']

interface Options {
  name?: string
  apiUrl?: string
  hostName?: string
  credentials?: string
}

export function addTenantUpdate(tenants: Command, setup: Setup): void {
  const command = tenants
    .command('update <tenant>')
    .description(
      'rename a tenant, say where its policy system is now, or replace its credentials; they are tried first',
    )
    .option('--name <text>', 'a new name')
    .option('--api-url <url>', "the new address of the policy system's API")
    .option('--host-name <name>', 'the new host name of the tenant')
    .option('--credentials <file>', 'new credentials as JSON, or - for standard input; an omitted set stays')
  examples(command, [
    'mkt tenants update northwind --name "Northwind EU"',
    'mkt tenants update northwind --credentials credentials.json',
  ])
  act(command, setup, update)
}

async function update(context: Context, named: string, { credentials: file, ...body }: Options): Promise<Result> {
  if (Object.keys(body).length === 0 && file === undefined)
    throw wrongUsage('Nothing to change was given.', 'Give --name, --api-url, --host-name or --credentials.')
  const credentials = file === undefined ? undefined : (readJson(context.cwd, file) as Credentials)
  const { client, tenant: found } = await openTenant(context, named)
  const params = { id: found.id }
  let tenant = found
  // The address first: new credentials may be those of the new place.
  if (Object.keys(body).length > 0) tenant = await client.changeTenant({ params, body })
  if (credentials !== undefined) tenant = await client.replaceTenantCredentials({ params, body: { credentials } })
  return {
    data: tenant,
    text: facts([
      ['name', tenant.name],
      ['host', tenant.hostName],
      ['api', tenant.apiUrl],
      ['id', tenant.id],
    ]),
  }
}
