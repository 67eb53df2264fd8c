import type { Command } from 'commander'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { askTenant, type NewTenant, type TenantFacts } from '../../prompts/ask-tenant.ts'
import { readJson } from '../../services/app/read-json.ts'
import { ownOrganization } from '../../services/platform/organization.ts'
import { openSession } from '../../services/platform/session.ts'
import { allTenants } from '../../services/tenant/tenants.ts'
import { facts, table } from '../../views/table.ts'
import { variantOf } from '../flag-values.ts'
import { addTenantRelay } from './tenant-relay.ts'
import { addTenantSchema } from './tenant-schema.ts'
import { addTenantUpdate } from './tenant-update.ts'

interface Options extends Omit<TenantFacts, 'variant'> {
  file?: string
  variant?: string
}

export function addTenants(program: Command, setup: Setup): void {
  const tenants = program.command('tenants').description('list and connect tenants of the policy system')
  act(tenants.command('list', { isDefault: true }).description('the tenants of your organization'), setup, list)
  const connect = tenants
    .command('connect')
    .description('connect a tenant; its credentials are tried first and never shown again')
    .option('--file <file>', 'everything in one JSON object, or - for standard input')
    .option('--name <text>', 'a name for it')
    .option('--variant <variant>', 'connected or enterprise')
    .option('--api-url <url>', "the address of the policy system's API")
    .option('--host-name <name>', 'the host name of the tenant')
    .option('--integration-username <name>', 'connected: the administrator')
    .option('--integration-password <text>', 'connected: the password of the administrator')
    .option('--data-username <name>', 'connected: the user for reading and changing records')
    .option('--data-password <text>', 'connected: the password of that user')
    .option('--tenant-locator <id>', 'enterprise: the tenant locator')
    .option('--token <text>', 'enterprise: the personal access token')
  examples(connect, ['mkt tenants connect', 'mkt tenants connect --file tenant.json'])
  act(connect, setup, connectTenant)
  addTenantUpdate(tenants, setup)
  addTenantSchema(tenants, setup)
  addTenantRelay(tenants, setup)
}

async function list(context: Context): Promise<Result> {
  const { client } = openSession(context)
  const { id } = await ownOrganization(client)
  const items = await allTenants(client, id)
  const rows = items.map(({ name, variant, hostName, apiUrl, relay, id }) => [
    name,
    variant,
    hostName,
    apiUrl,
    relay,
    id,
  ])
  return {
    data: { items, next: null },
    text: table(['name', 'variant', 'host', 'api', 'relay', 'id'], rows, 'There are none: "mkt tenants connect".'),
  }
}

async function connectTenant(context: Context, options: Options): Promise<Result> {
  const { client } = openSession(context)
  const { id: org } = await ownOrganization(client)
  const { file, variant: named, ...given } = options
  const body =
    file === undefined
      ? await askTenant(context, { ...given, variant: variantOf(named) })
      : (readJson(context.cwd, file) as NewTenant)
  const tenant = await client.createTenant({ params: { org }, body })
  const { name, variant, hostName, id } = tenant
  return {
    data: tenant,
    text: facts([
      ['name', name],
      ['variant', variant],
      ['host', hostName],
      ['id', id],
    ]),
  }
}
