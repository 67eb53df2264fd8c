import { count } from '@mkt/contract/text'
import type { Command } from 'commander'
import { wrongUsage } from '../../abort.ts'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { readJsonFlag } from '../../services/app/read-json.ts'
import {
  type DeliveryFilter,
  listDeliveries,
  readPayload,
  replayMany,
  replayOnes,
} from '../../services/event/deliveries.ts'
import { eventTenant, webhookPath } from '../../services/event/event-source.ts'
import { sendFromSimulator, sendToRoute } from '../../services/event/send-event.ts'
import { manifestOf } from '../../services/installation/configure-installation.ts'
import { openInstallation } from '../../services/installation/open-installation.ts'
import { openSession } from '../../services/platform/session.ts'
import { showDeliveries, showDelivery } from '../../views/show-delivery.ts'
import { wholeOf } from '../flag-values.ts'

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
    .option('--installation <id or app>', 'the same as naming it, as in the other commands')
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
    .option('--payload', 'print the payload; byte for byte where standard output is no terminal')
  act(shown, setup, show)
  const replayed = events
    .command('replay [deliveries...]')
    .description('replay deliveries: named ones, or many of an installation')
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
    events.command('resume [installation]').description('resume a paused route; waiting deliveries are sent now'),
    setup,
    resume,
  )
  const sent = events
    .command('send <type>')
    .description('send an event from the simulated policy system, or post one to an installation')
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

export function meantInstallation(named: string | undefined, flagged: string | undefined): string | undefined {
  if (named !== undefined && flagged !== undefined && named !== flagged)
    throw wrongUsage(`Both ${named} and --installation ${flagged} were given.`, 'Name one installation.')
  return named ?? flagged
}

async function list(
  context: Context,
  named: string | undefined,
  { limit, installation: flagged, ...filter }: DeliveryFilter & { limit: string; installation?: string },
): Promise<Result> {
  const { client, installation } = await openInstallation(context, meantInstallation(named, flagged))
  return showDeliveries(await listDeliveries(client, installation.id, filter, wholeOf('--limit', limit, 1, 200)))
}

async function show(context: Context, id: string, options: { payload?: boolean }): Promise<Result> {
  const session = openSession(context)
  const delivery = await session.client.getDelivery({ params: { id } })
  if (!options.payload) return showDelivery(delivery)
  const bytes = await readPayload(session, id)
  const payload = bytes.toString('utf8')
  return { data: { ...delivery, payload }, text: payload, bytes }
}

async function replay(
  context: Context,
  ids: string[],
  options: { installation?: string; dead?: boolean; from?: string; to?: string },
): Promise<Result> {
  const many = options.dead || options.from !== undefined || options.to !== undefined
  if (ids.length === 0 && !many)
    throw wrongUsage('Nothing to replay was named.', 'Name deliveries, or give --dead, --from or --to.')
  const again = (number: number): Result => ({
    data: { count: number },
    text: `${count(number, 'delivery', 'deliveries')} ${number === 1 ? 'goes' : 'go'} out again.`,
  })
  if (ids.length > 0) return again(await replayOnes(openSession(context).client, ids))
  const { client, installation } = await openInstallation(context, options.installation)
  return again(await replayMany(client, installation.id, options))
}

async function resume(context: Context, named?: string): Promise<Result> {
  const { client, installation } = await openInstallation(context, named)
  const resumed = await client.resumeDeliveries({ params: { id: installation.id } })
  const waiting = count(resumed.count, 'waiting delivery', 'waiting deliveries')
  return { data: resumed, text: `${waiting} ${resumed.count === 1 ? 'goes' : 'go'} out.` }
}

async function send(context: Context, type: string, options: SendOptions): Promise<Result> {
  const example = `an object such as '{"policyLocator":"100002122"}'`
  const data = options.data === undefined ? {} : readJsonFlag(context.cwd, '--data', options.data, example)
  const opened = () => openInstallation(context, options.installation)
  if (options.callerSecret === undefined) {
    const tenant = await eventTenant(openSession(context).client, {
      tenant: options.tenant,
      byInstallation: options.installation !== undefined,
      installation: async () => (await opened()).installation,
    })
    const { id } = await sendFromSimulator(tenant, { type, data })
    const { name } = tenant
    return { data: { id, type, tenant: name }, text: `${name} sent ${type} (${id}). See "mkt events list".` }
  }
  const { client, installation } = await opened()
  const path = options.path ?? webhookPath(await manifestOf(client, installation), type)
  const { endpoint } = installation
  const { eventId } = await sendToRoute({ endpoint, path, callerSecret: options.callerSecret }, { type, data })
  return { data: { eventId, type, path }, text: `${installation.id} accepted ${type} (${eventId}).` }
}
