import type { Client } from '@mkt/contract/client'
import { expandEvents, type Manifest } from '@mkt/manifest'
import type { Command } from 'commander'
import { Abort, wrongUsage } from '../abort.ts'
import { act, examples, type Setup } from '../add-command.ts'
import type { Context, Result } from '../context.ts'
import { ownOrganization } from '../services/organization.ts'
import { sendFromSimulator, sendToRoute } from '../services/send-event.ts'
import { openSession } from '../services/session.ts'
import { readJson } from '../services/settings-input.ts'
import { allTenants, pickTenant, type Tenant } from '../services/tenants.ts'
import { facts, table } from '../table.ts'
import { find } from './installations.ts'

type DeliveryState = Awaited<ReturnType<Client['getDelivery']>>['state']

interface Filter {
  state?: string
  type?: string
  event?: string
  from?: string
  to?: string
  limit: string
}

interface SendOptions {
  data?: string
  tenant?: string
  installation?: string
  callerSecret?: string
  path?: string
}

const ofInstallation = 'by id or app (default: the app of this folder)'

export function addEvents(program: Command, setup: Setup): void {
  const events = program.command('events').description('events of an installation and their delivery')
  const listed = events
    .command('list [installation]', { isDefault: true })
    .description(`deliveries of an installation, ${ofInstallation}`)
    .option('--state <state>', 'WAITING, DELIVERED, DEAD or PAUSED')
    .option('--type <name>', 'the type of the event')
    .option('--event <id>', "the event's id")
    .option('--from <time>', 'received at this ISO time or later')
    .option('--to <time>', 'received before this ISO time')
    .option('-n, --limit <count>', 'how many', '50')
  act(listed, setup, list)
  const shown = events
    .command('show <delivery>')
    .description('one delivery with its attempts')
    .option('--payload', 'print the payload, byte for byte')
  act(shown, setup, show)
  const replayed = events
    .command('replay [deliveries...]')
    .description('send again: the named deliveries, or many of an installation')
    .option('--installation <id or app>', 'replay of this installation')
    .option('--dead', 'all dead letters')
    .option('--from <time>', 'received at this ISO time or later')
    .option('--to <time>', 'received before this ISO time')
  examples(replayed, [
    'mkt events replay dlv_…',
    'mkt events replay --dead',
    'mkt events replay --installation ins_… --from 2026-01-01T00:00:00Z',
  ])
  act(replayed, setup, replay)
  act(
    events.command('resume [installation]').description('end the pause of a route; what waits is sent now'),
    setup,
    async (context, named?: string) => {
      const { client, installation } = await find(context, named)
      const resumed = await client.resumeDeliveries({ params: { id: installation.id } })
      return { data: resumed, text: `${resumed.count} waiting deliveries go out.` }
    },
  )
  const sent = events
    .command('send <type>')
    .description('let the simulated policy system send an event, or post one to an installation')
    .option('--data <json>', 'the data of the event: JSON, or @file')
    .option('--tenant <id or name>', 'the simulated tenant (default: that of the installation)')
    .option('--installation <id or app>', 'the installation (default: of the app in this folder)')
    .option('--caller-secret <text>', "post it to the installation's route with this secret instead")
    .option('--path <path>', 'the webhook path for that (default: the one that takes the event)')
  examples(sent, [
    'mkt events send policy.issue',
    `mkt events send policy.issue --data '{"policyLocator":"100002122"}'`,
  ])
  act(sent, setup, send)
}

async function list(context: Context, named: string | undefined, filter: Filter): Promise<Result> {
  const { client, installation } = await find(context, named)
  const { state, type, event, from, to } = filter
  const page = await client.listDeliveries({
    params: { id: installation.id },
    query: {
      limit: Number(filter.limit),
      ...(state === undefined ? {} : { state: state.toUpperCase() as DeliveryState }),
      ...(type === undefined ? {} : { type }),
      ...(event === undefined ? {} : { eventId: event }),
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    },
  })
  const rows = page.items.map((one) => [one.receivedAt, one.type, one.state, one.attemptCount, one.lastStatus, one.id])
  return { data: page, text: table(['received', 'type', 'state', 'attempts', 'status', 'id'], rows, 'There are none.') }
}

async function show(context: Context, id: string, options: { payload?: boolean }): Promise<Result> {
  const { client, fetch } = openSession(context)
  const delivery = await client.getDelivery({ params: { id } })
  if (options.payload) {
    const response = await fetch(`/api/v1/deliveries/${encodeURIComponent(id)}/payload`)
    if (!response.ok)
      throw new Abort('payload_gone', `The payload of ${id} cannot be shown (status ${response.status}).`)
    const payload = Buffer.from(await response.arrayBuffer()).toString('utf8')
    return { data: { ...delivery, payload }, text: payload }
  }
  const head = facts([
    ['type', delivery.type],
    ['state', delivery.state],
    ['reason', delivery.reason],
    ['path', delivery.path],
    ['event', delivery.eventId],
    ['received', delivery.receivedAt],
    ['next attempt', delivery.nextAttemptAt],
    ['id', delivery.id],
  ])
  const rows = delivery.attempts.map(({ at, status, durationMs, error, answer }) => [
    at,
    status,
    `${durationMs} ms`,
    error ?? answer ?? '',
  ])
  return {
    data: delivery,
    text: [...head, '', ...table(['attempt', 'status', 'took', 'answer'], rows, 'No attempt yet.')],
  }
}

async function replay(
  context: Context,
  ids: string[],
  options: { installation?: string; dead?: boolean; from?: string; to?: string },
): Promise<Result> {
  const many = options.dead || options.from !== undefined || options.to !== undefined
  if (ids.length === 0 && !many)
    throw wrongUsage('Nothing to replay was named.', 'Name deliveries, or give --dead, --from or --to.')
  let count = 0
  if (ids.length > 0) {
    const { client } = openSession(context)
    for (const id of ids) count += (await client.replayDelivery({ params: { id } })).count
  } else {
    const { client, installation } = await find(context, options.installation)
    const { from, to } = options
    const body = {
      ...(options.dead ? { state: 'DEAD' as const } : {}),
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    }
    count = (await client.replayDeliveries({ params: { id: installation.id }, body })).count
  }
  return { data: { count }, text: `${count} deliver${count === 1 ? 'y goes' : 'ies go'} out again.` }
}

async function send(context: Context, type: string, options: SendOptions): Promise<Result> {
  const event = { type, data: dataOf(context, options.data) }
  if (options.callerSecret === undefined) {
    const tenant = await tenantOf(context, options)
    const { id } = await sendFromSimulator(tenant, event)
    return {
      data: { id, type, tenant: tenant.name },
      text: `${tenant.name} sent ${type} (${id}). See "mkt events list".`,
    }
  }
  const { client, installation } = await find(context, options.installation)
  const release = await client.getRelease({ params: { id: installation.release.id } })
  const path = options.path ?? webhookPath(release.manifest as unknown as Manifest, type)
  const { eventId } = await sendToRoute(
    { endpoint: installation.endpoint, path, callerSecret: options.callerSecret },
    event,
  )
  return { data: { eventId, type, path }, text: `${installation.id} accepted ${type} (${eventId}).` }
}

function dataOf(context: Context, given: string | undefined): unknown {
  if (given === undefined) return {}
  if (given.startsWith('@')) return readJson(context.cwd, given.slice(1))
  try {
    return JSON.parse(given)
  } catch {
    throw wrongUsage('--data is not valid JSON.', `Give an object such as '{"policyLocator":"100002122"}', or @file.`)
  }
}

async function tenantOf(context: Context, options: SendOptions): Promise<Tenant> {
  const { client } = openSession(context)
  const { id: org } = await ownOrganization(client)
  const tenants = await allTenants(client, org)
  if (options.tenant !== undefined) return pickTenant(tenants, options.tenant)
  const [only] = tenants
  if (only !== undefined && tenants.length === 1 && options.installation === undefined) return only
  const { installation } = await find(context, options.installation)
  return pickTenant(tenants, installation.tenantId)
}

function webhookPath(manifest: Manifest, type: string): string {
  const variant = manifest.targetPlatform ?? 'connected'
  const found = manifest.platform?.webhooks?.find(({ events }) => expandEvents(events, variant).includes(type))
  if (found) return found.path
  throw new Abort('event_unheard', `${manifest.name} has no webhook for ${type}.`, {
    fix: 'Give --path, or another event.',
  })
}
