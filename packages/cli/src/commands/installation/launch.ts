import type { Client } from '@mkt/contract/client'
import { hookOf, type Manifest, type Mapping } from '@mkt/manifest'
import type { Command } from 'commander'
import { Abort } from '../../abort.ts'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { interruptible } from '../../interruptible.ts'
import { askChoice } from '../../prompts/ask.ts'
import { askMappings } from '../../prompts/ask-mappings.ts'
import { askSettings } from '../../prompts/ask-settings.ts'
import { readJson } from '../../services/app/read-json.ts'
import {
  type ConfigurationChange,
  type ConfigurationFlags,
  readConfigurationChange,
} from '../../services/installation/configuration-change.ts'
import { followInstallation } from '../../services/installation/installations.ts'
import {
  fittingTenants,
  type LaunchPlan,
  launchApp,
  type OwnCredentials,
  planLaunch,
} from '../../services/installation/launch-app.ts'
import { mergeMappings } from '../../services/installation/merge-configuration.ts'
import { placeFiles } from '../../services/installation/setting-files.ts'
import { meantListing } from '../../services/listing/app-listing.ts'
import { openSession } from '../../services/platform/session.ts'
import { suggestForTenant, type TenantSuggestion } from '../../services/tenant/suggest-for-tenant.ts'
import { pickTenant, type Tenant } from '../../services/tenant/tenants.ts'
import { showInstallation } from '../../views/show-installation.ts'
import { configurationOptions } from './configuration-options.ts'

interface Options extends ConfigurationFlags {
  test?: boolean
  real?: boolean
  name?: string
  tenant?: string
  release?: string
  copyFrom?: string
  credentials?: string
  wait: boolean
}

export function addLaunch(program: Command, setup: Setup): void {
  const command = configurationOptions(
    program
      .command('launch [listing]')
      .description('launch an app on a tenant of your organization')
      .option('--test', 'a test launch: of an app of your own organization, public or not')
      .option('--real', 'launch your own app as a customer would: it follows promoted releases')
      .option('--name <text>', "tells it apart from others of this app (default: the app's title)")
      .option('--tenant <id or name>', 'the tenant (default: the only one of the variant)')
      .option('--release <id or version>', 'the release (default: the current one)'),
  )
    .option(
      '--copy-from <installation>',
      'begin with the settings and mappings of another one; secrets are given again',
    )
    .option(
      '--credentials <file>',
      'credentials for this installation alone, as JSON; - for standard input (default: those of the tenant)',
    )
    .option('--no-wait', 'do not wait until it runs')
  examples(command, [
    'mkt launch --test',
    'mkt launch --test --setting greeting=Hello --tenant northwind',
    'mkt launch acme/rater --tenant lakeside --copy-from ins_01k9',
    'mkt launch acme/audit --credentials token.json',
    'mkt launch acme/rater --settings settings.json --mappings mappings.json --json',
  ])
  act(command, setup, launch)
}

async function launch(context: Context, named: string | undefined, options: Options): Promise<Result> {
  const { client } = openSession(context)
  const given = readConfigurationChange(context.cwd, options)
  const credentials =
    options.credentials === undefined ? undefined : (readJson(context.cwd, options.credentials) as OwnCredentials)
  const listing = await meantListing(client, context.cwd, named)
  const plan = await planLaunch(client, listing, {
    test: options.test === true,
    real: options.real === true,
    release: options.release,
  })
  const manifest = plan.release?.manifest as unknown as Manifest | undefined
  const change: ConfigurationChange = { ...given, settings: placeFiles(manifest, given), files: {} }
  const tenant = await chooseTenant(context, plan, options.tenant)
  const completed = await complete(context, options, change, plan, (manifest, given) =>
    suggestForTenant(client, tenant.id, manifest, given),
  )
  await checkBefore(context, plan, completed, (body) => client.checkLaunch({ params: { org: plan.org }, body }))
  const started = await launchApp(client, plan, {
    tenant,
    name: options.name,
    real: options.real === true,
    change: completed,
    copyFrom: options.copyFrom,
    credentials,
    exactRelease: options.release !== undefined,
  })
  if (!options.wait) return showInstallation(started)
  context.say(`${listing.name} ${started.release.version} is ${started.state} on ${tenant.name}`)
  return showInstallation(await interruptible((signal) => followInstallation(client, started, 'RUNNING', signal)))
}

/** Asks the app about the configuration first. What does not block is told, and the launch goes on. */
async function checkBefore(
  context: Context,
  { listing, release }: LaunchPlan,
  change: ConfigurationChange,
  ask: (body: Parameters<Client['checkLaunch']>[0]['body']) => ReturnType<Client['checkLaunch']>,
): Promise<void> {
  if (release === undefined || hookOf(release.manifest as unknown as Manifest, 'check') === undefined) return
  const { problems, blocking } = await ask({
    listingId: listing.id,
    settings: change.settings,
    mappings: mergeMappings([], change),
    releaseId: release.id,
  })
  const lines = problems.map(({ pointer, message }) => `${pointer === '' ? '' : `${pointer}: `}${message}`)
  if (blocking)
    throw new Abort('configuration_invalid', `The app refuses this configuration:\n  ${lines.join('\n  ')}`, {
      fix: 'Correct the settings named and launch again.',
      extra: { problems },
    })
  for (const line of lines) context.say(line)
}

/** The configuration step: what flags have not said is asked for, where somebody can be asked. */
async function complete(
  context: Context,
  { copyFrom, suggestMappings }: Options,
  change: ConfigurationChange,
  { release }: LaunchPlan,
  suggest: (manifest: Manifest, given: Mapping[]) => Promise<TenantSuggestion>,
): Promise<ConfigurationChange> {
  if (release === undefined || copyFrom !== undefined) return change
  const manifest = release.manifest as unknown as Manifest
  const settings = context.interactive ? await askSettings(context, manifest, change.settings) : change.settings
  const given = mergeMappings([], change)
  const take = suggestMappings === true
  const mappings = await askMappings(context, { manifest, given, take, suggest: () => suggest(manifest, given) })
  return { settings, files: {}, mapped: [], mappings }
}

async function chooseTenant(context: Context, plan: LaunchPlan, named: string | undefined): Promise<Tenant> {
  if (named !== undefined) return pickTenant(plan.tenants, named)
  const fitting = fittingTenants(plan)
  const [only] = fitting
  if (only !== undefined && fitting.length === 1) return only
  const choices = fitting.map(({ id, name, hostName }) => ({ value: id, label: name, hint: hostName }))
  return pickTenant(fitting, await askChoice(context, { message: 'Tenant', flag: '--tenant' }, choices))
}
