import type { Command } from 'commander'
import { wrongUsage } from '../../abort.ts'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { openTenant, type Tenant } from '../../services/tenant/tenants.ts'
import { facts } from '../../views/table.ts'

const meanings: Readonly<Record<Tenant['relay'], string>> = {
  off: "off: applications get the token of the tenant's data credentials and call the policy system themselves",
  read: 'read: applications reach the policy system through the platform and may only read; they never hold its token',
  write: 'write: applications reach the policy system through the platform; they never hold its token',
}

export function addTenantRelay(tenants: Command, setup: Setup): void {
  const command = tenants
    .command('relay <tenant> [off|read|write]')
    .description('show or set the relay mode of a tenant')
  examples(command, ['mkt tenants relay northwind', 'mkt tenants relay northwind read'])
  act(command, setup, relay)
}

async function relay(context: Context, named: string, mode: string | undefined): Promise<Result> {
  const wanted = modeOf(mode)
  const { client, tenant: found } = await openTenant(context, named)
  const tenant =
    wanted === undefined ? found : await client.changeTenant({ params: { id: found.id }, body: { relay: wanted } })
  return {
    data: tenant,
    text: facts([
      ['name', tenant.name],
      ['relay', meanings[tenant.relay]],
      ['id', tenant.id],
    ]),
  }
}

function modeOf(given: string | undefined): Tenant['relay'] | undefined {
  if (given === undefined || given === 'off' || given === 'read' || given === 'write') return given
  throw wrongUsage(`"${given}" is no way to reach a tenant.`, 'Give off, read or write.')
}
