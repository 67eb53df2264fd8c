import type { Client } from '@mkt/contract/client'
import type { Command } from 'commander'
import { act, examples, type Setup } from '../add-command.ts'
import type { Context, Result } from '../context.ts'
import { askChoice, askSecret, askText, required } from '../prompts/ask.ts'
import { ownOrganization } from '../services/organization.ts'
import { openSession } from '../services/session.ts'
import { readJson } from '../services/settings-input.ts'
import { allTenants } from '../services/tenants.ts'
import { facts, table } from '../table.ts'
import { variantOf } from './validate.ts'

type NewTenant = Parameters<Client['createTenant']>[0]['body']

interface Options {
  file?: string
  name?: string
  variant?: string
  apiUrl?: string
  hostName?: string
  tenantLocator?: string
  integrationUsername?: string
  integrationPassword?: string
  dataUsername?: string
  dataPassword?: string
  token?: string
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
}

async function list(context: Context): Promise<Result> {
  const { client } = openSession(context)
  const { id } = await ownOrganization(client)
  const items = await allTenants(client, id)
  const rows = items.map(({ name, variant, hostName, apiUrl, id }) => [name, variant, hostName, apiUrl, id])
  return {
    data: { items, next: null },
    text: table(['name', 'variant', 'host', 'api', 'id'], rows, 'There are none: "mkt tenants connect".'),
  }
}

async function connectTenant(context: Context, options: Options): Promise<Result> {
  const { client } = openSession(context)
  const { id: org } = await ownOrganization(client)
  const body =
    options.file === undefined ? await askTenant(context, options) : (readJson(context.cwd, options.file) as NewTenant)
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

async function askTenant(context: Context, options: Options): Promise<NewTenant> {
  const ask = (given: string | undefined, message: string, flag: string) =>
    given !== undefined ? Promise.resolve(given) : askText(context, { message, flag, check: required })
  const secret = (given: string | undefined, message: string, flag: string) =>
    given !== undefined ? Promise.resolve(given) : askSecret(context, { message, flag, check: required })
  const name = await ask(options.name, 'Name', '--name')
  const variant =
    variantOf(options.variant) ??
    (await askChoice(context, { message: 'Variant', flag: '--variant' }, [
      { value: 'connected', label: 'connected' },
      { value: 'enterprise', label: 'enterprise' },
    ]))
  const apiUrl = await ask(options.apiUrl, 'Address of the API', '--api-url')
  if (variant === 'enterprise') {
    const tenantLocator = await ask(options.tenantLocator, 'Tenant locator', '--tenant-locator')
    const token = await secret(options.token, 'Personal access token', '--token')
    const hostName = options.hostName === undefined ? {} : { hostName: options.hostName }
    return { name, variant, apiUrl, tenantLocator, ...hostName, credentials: { token } }
  }
  const hostName = await ask(options.hostName, 'Host name of the tenant', '--host-name')
  const integration = {
    username: await ask(options.integrationUsername, 'Administrator', '--integration-username'),
    password: await secret(options.integrationPassword, 'Password of the administrator', '--integration-password'),
  }
  const data = {
    username: await ask(options.dataUsername, 'User for data', '--data-username'),
    password: await secret(options.dataPassword, 'Password of that user', '--data-password'),
  }
  return { name, variant: 'connected', apiUrl, hostName, credentials: { integration, data } }
}
