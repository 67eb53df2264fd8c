import type { Client } from '@mkt/contract/client'
import type { Manifest } from '@mkt/manifest'
import type { Command } from 'commander'
import { act, examples, type Setup } from '../add-command.ts'
import { collect } from '../collect.ts'
import type { Context, Result } from '../context.ts'
import { interruptible } from '../interruptible.ts'
import { askConsent } from '../prompts/ask.ts'
import { askSettings } from '../prompts/ask-settings.ts'
import { openFolder, validManifest } from '../services/app-folder.ts'
import { followInstallation, type Installation, meantInstallation } from '../services/installations.ts'
import { findListing } from '../services/listings.ts'
import { ownOrganization } from '../services/organization.ts'
import { chooseRelease } from '../services/releases.ts'
import { openSession } from '../services/session.ts'
import { type ConfigurationFlags, readConfigurationInput } from '../services/settings-input.ts'
import { facts, table } from '../table.ts'

export function addInstallations(program: Command, setup: Setup): void {
  const installations = program.command('installations').description('list, show and run installations')
  act(
    installations.command('list', { isDefault: true }).description('the installations of your organization'),
    setup,
    list,
  )
  act(
    installations
      .command('show [installation]')
      .description('one installation, by id or app (default: of this folder)'),
    setup,
    (context, named?: string) => withInstallation(context, named, async (_, installation) => installation),
  )
  addMoves(installations, setup)
  const configure = withConfiguration(
    installations
      .command('configure [installation]')
      .description('write settings and mappings; what is not given stays'),
  )
  examples(configure, [
    'mkt installations configure ins_… --setting greeting=Hi',
    'mkt installations configure acme/rater --settings new.json',
  ])
  act(configure, setup, configureInstallation)
  const upgrade = withConfiguration(
    installations.command('upgrade [installation]').description('take another release, newer or older'),
  )
    .option('--release <id or version>', 'the release (default: the one offered)')
    .option('--no-wait', 'do not wait until it runs')
  act(upgrade, setup, upgradeInstallation)
  act(
    installations
      .command('log [installation]')
      .description("the platform's entries: moves, hooks, registration, deliveries"),
    setup,
    showLog,
  )
}

function withConfiguration(command: Command): Command {
  return command
    .option('--setting <name=value>', 'a setting; repeat it for more', collect)
    .option('--clear <name>', 'clear a write-only setting; repeat it for more', collect)
    .option('--settings <file>', 'a JSON object of settings, or - for standard input')
    .option('--mappings <file>', 'a JSON array of { productName, fields }')
}

function addMoves(installations: Command, setup: Setup): void {
  const move = (name: 'start' | 'stop' | 'uninstall', description: string, wanted: Installation['state']) => {
    const command = installations
      .command(`${name} [installation]`)
      .description(description)
      .option('--no-wait', 'do not wait for the end')
    if (name === 'uninstall') command.option('--yes', 'do not ask')
    act(command, setup, (context, named: string | undefined, options: { wait: boolean; yes?: boolean }) =>
      withInstallation(context, named, async (client, { id, listing }) => {
        if (name === 'uninstall')
          await askConsent(context, `Uninstall ${listing.name} (${id}) and erase its secrets?`, options.yes)
        const call = {
          start: client.startInstallation,
          stop: client.stopInstallation,
          uninstall: client.uninstallInstallation,
        }[name]
        const moved = await call({ params: { id } })
        return options.wait ? interruptible((signal) => followInstallation(client, moved, wanted, signal)) : moved
      }),
    )
  }
  move('start', 'start a stopped one, or try again after an error', 'RUNNING')
  move('stop', 'stop it: unregister in the tenant, then tell the app', 'STOPPED')
  move('uninstall', 'uninstall it: stop, tell the app, erase secrets', 'UNINSTALLED')
  for (const [name, pinned] of [
    ['pin', true],
    ['unpin', false],
  ] as const) {
    const description = pinned ? 'keep it on its release' : 'let it follow releases again'
    act(installations.command(`${name} [installation]`).description(description), setup, (context, named?: string) =>
      withInstallation(context, named, (client, { id }) =>
        client.changeInstallation({ params: { id }, body: { pinned } }),
      ),
    )
  }
  const record = installations
    .command('record [installation]')
    .description('keep what its calls carry, sealed, for seven days')
    .option('--off', 'keep nothing of calls from now on')
  act(record, setup, (context, named: string | undefined, options: { off?: boolean }) =>
    withInstallation(context, named, (client, { id }) =>
      client.changeInstallation({ params: { id }, body: { recording: options.off !== true } }),
    ),
  )
}

async function list(context: Context): Promise<Result> {
  const { client } = openSession(context)
  const { id: org } = await ownOrganization(client)
  const page = await client.listInstallations({ params: { org }, query: { limit: 200 } })
  const rows = page.items.map(({ listing, release, state, tenant, test, id }) => [
    listing.name,
    release.version,
    state,
    tenant?.name,
    test ? 'test' : '',
    id,
  ])
  return {
    data: page,
    text: table(['app', 'version', 'state', 'tenant', '', 'id'], rows, 'There are none: "mkt launch".'),
  }
}

async function configureInstallation(
  context: Context,
  named: string | undefined,
  flags: ConfigurationFlags,
): Promise<Result> {
  const { client, installation } = await find(context, named)
  const params = { id: installation.id }
  const given = readConfigurationInput(context.cwd, flags)
  const present = await client.getConfiguration({ params })
  const silent = Object.keys(given.settings).length > 0 || given.mappings !== undefined || !context.interactive
  const settings = silent
    ? { ...present.settings, ...given.settings }
    : await askSettings(context, await manifestOf(client, installation), {}, present.settings)
  // Guards against overwriting what somebody else wrote in between.
  const headers = { 'if-match': `"${present.revision}"` }
  const body = { settings, mappings: given.mappings ?? present.mappings }
  const written = await client.putConfiguration({ params, body, headers })
  return {
    data: written,
    text: `Revision ${written.revision} of ${installation.listing.name} (${installation.id}) is in force.`,
  }
}

async function manifestOf(client: Client, { release }: Installation): Promise<Manifest> {
  const { manifest } = await client.getRelease({ params: { id: release.id } })
  return manifest as unknown as Manifest
}

function upgradeInstallation(
  context: Context,
  named: string | undefined,
  options: ConfigurationFlags & { release?: string; wait: boolean },
): Promise<Result> {
  return withInstallation(context, named, async (client, installation) => {
    const { settings, mappings } = readConfigurationInput(context.cwd, options)
    const listing = () => findListing(client, installation.listing.id)
    const release = options.release === undefined ? undefined : await chooseRelease(client, listing, options.release)
    const moved = await client.upgradeInstallation({
      params: { id: installation.id },
      body: {
        ...(release === undefined ? {} : { releaseId: release.id }),
        ...(Object.keys(settings).length === 0 ? {} : { settings }),
        ...(mappings === undefined ? {} : { mappings }),
      },
    })
    if (!options.wait || moved.state === 'STOPPED') return moved
    return interruptible((signal) => followInstallation(client, moved, 'RUNNING', signal))
  })
}

async function showLog(context: Context, named: string | undefined): Promise<Result> {
  const { client, installation } = await find(context, named)
  const page = await client.listInstallationLog({ params: { id: installation.id }, query: { limit: 100 } })
  const lines = page.items
    .toReversed()
    .map(({ at, level, message }) => `${at} ${level === 'info' ? '' : `${level} `}${message}`)
  return { data: page, text: lines.length > 0 ? lines : 'There is nothing yet.' }
}

export async function find(
  context: Context,
  named: string | undefined,
): Promise<{ client: Client; installation: Installation }> {
  const { client } = openSession(context)
  const { id: org } = await ownOrganization(client)
  const appName = () => validManifest(openFolder(context.cwd)).name
  return { client, installation: await meantInstallation(client, org, named, appName) }
}

async function withInstallation(
  context: Context,
  named: string | undefined,
  work: (client: Client, installation: Installation) => Promise<Installation>,
): Promise<Result> {
  const { client, installation } = await find(context, named)
  return showInstallation(await work(client, installation))
}

export function showInstallation(installation: Installation): Result {
  const {
    listing,
    release,
    state,
    reason,
    tenant,
    endpoint,
    revision,
    pinned,
    recording,
    test,
    lastFailure,
    offer,
    id,
  } = installation
  const text = facts([
    ['app', `${listing.name} ${release.version}`],
    ['state', state],
    ['reason', reason],
    ['tenant', tenant?.name],
    ['endpoint', endpoint],
    ['configuration', `revision ${revision}`],
    ['pinned', pinned ? 'yes' : ''],
    ['records calls', recording ? 'yes' : ''],
    ['test', test ? 'yes' : ''],
    ['last failure', lastFailure && `${lastFailure.operation}: ${lastFailure.reason}`],
    ['offer', offer && `${offer.version} (${offer.reason})`],
    ['id', id],
  ])
  return { data: installation, text }
}
