import type { Client } from '@mkt/contract/client'
import type { Variant } from '@mkt/manifest'
import type { Context } from '../context.ts'
import { askChoice, askSecret, askText, needFlags, required } from './ask.ts'

export type NewTenant = Parameters<Client['createTenant']>[0]['body']

/** What flags have said already. */
export interface TenantFacts {
  name?: string
  variant?: Variant | undefined
  apiUrl?: string
  hostName?: string
  tenantLocator?: string
  integrationUsername?: string
  integrationPassword?: string
  dataUsername?: string
  dataPassword?: string
  token?: string
}

/** Everything a tenant needs, asked for where a flag has not said it. */
export async function askTenant(context: Context, options: TenantFacts): Promise<NewTenant> {
  const ask = (given: string | undefined, message: string, flag: string) =>
    given !== undefined ? Promise.resolve(given) : askText(context, { message, flag, check: required })
  const secret = (given: string | undefined, message: string, flag: string) =>
    given !== undefined ? Promise.resolve(given) : askSecret(context, { message, flag, check: required })
  needFlags(context, flagsOf(options))
  const name = await ask(options.name, 'Name', '--name')
  const variant =
    options.variant ??
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

/** The flags that the variant needs; of an unknown variant those that both need. */
function flagsOf(facts: TenantFacts): Record<string, string | undefined> {
  const both = { '--name': facts.name, '--variant': facts.variant, '--api-url': facts.apiUrl }
  if (facts.variant === 'enterprise')
    return { ...both, '--tenant-locator': facts.tenantLocator, '--token': facts.token }
  if (facts.variant === undefined) return both
  return {
    ...both,
    '--host-name': facts.hostName,
    '--integration-username': facts.integrationUsername,
    '--integration-password': facts.integrationPassword,
    '--data-username': facts.dataUsername,
    '--data-password': facts.dataPassword,
  }
}
