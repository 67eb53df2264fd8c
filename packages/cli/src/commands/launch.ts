import type { Manifest } from '@mkt/manifest'
import type { Command } from 'commander'
import { Abort } from '../abort.ts'
import { act, examples, type Setup } from '../add-command.ts'
import { collect } from '../collect.ts'
import type { Context, Result } from '../context.ts'
import { interruptible } from '../interruptible.ts'
import { askChoice } from '../prompts/ask.ts'
import { askSettings } from '../prompts/ask-settings.ts'
import { meantListing } from '../services/app-listing.ts'
import { followInstallation } from '../services/installations.ts'
import type { Listing } from '../services/listings.ts'
import { ownOrganization } from '../services/organization.ts'
import { chooseRelease, type Release } from '../services/releases.ts'
import { openSession, type Session } from '../services/session.ts'
import { type ConfigurationFlags, readConfigurationInput } from '../services/settings-input.ts'
import { allTenants, pickTenant, type Tenant } from '../services/tenants.ts'
import { showInstallation } from './installations.ts'

interface Options extends ConfigurationFlags {
  test?: boolean
  tenant?: string
  release?: string
  copyFrom?: string
  wait: boolean
}

export function addLaunch(program: Command, setup: Setup): void {
  const command = program
    .command('launch [listing]')
    .description('launch an app on a tenant of your organization')
    .option('--test', 'a test launch: of an app of your own organization, public or not')
    .option('--tenant <id or name>', 'the tenant (default: the only one of the variant)')
    .option('--release <id or version>', 'the release (default: the current one)')
    .option('--setting <name=value>', 'a setting; repeat it for more', collect)
    .option('--settings <file>', 'a JSON object of settings, or - for standard input')
    .option('--mappings <file>', 'a JSON array of { productName, fields }')
    .option(
      '--copy-from <installation>',
      'begin with the settings and mappings of another one; secrets are given again',
    )
    .option('--no-wait', 'do not wait until it runs')
  examples(command, [
    'mkt launch --test',
    'mkt launch --test --setting greeting=Hello --tenant northwind',
    'mkt launch acme/rater --tenant lakeside --copy-from ins_01k9',
    'mkt launch acme/rater --settings settings.json --mappings mappings.json --json',
  ])
  act(command, setup, launch)
}

async function launch(context: Context, named: string | undefined, options: Options): Promise<Result> {
  const session = openSession(context)
  const { client } = session
  const listing = await meantListing(client, context.cwd, named)
  if (options.test && !listing.own)
    throw new Abort(
      'forbidden',
      `${listing.name} belongs to another organization: only its publisher can test-launch it.`,
      {
        fix: 'Leave --test away to launch it as a customer.',
      },
    )
  const organization = await ownOrganization(client)
  const given = readConfigurationInput(context.cwd, options)
  const tenant = await chooseTenant(context, await allTenants(client, organization.id), listing, options.tenant)
  const release = await releaseOf(session, listing, options.release)
  const copied = options.copyFrom !== undefined
  const settings =
    context.interactive && release && !copied
      ? await askSettings(context, release.manifest as unknown as Manifest, given.settings)
      : given.settings
  const started = await client.launchApp({
    params: { org: organization.id },
    body: {
      listingId: listing.id,
      tenantId: tenant.id,
      settings,
      ...(copied ? { copyFrom: options.copyFrom } : {}),
      ...(copied && given.mappings === undefined ? {} : { mappings: given.mappings ?? [] }),
      ...(options.release === undefined || release === undefined ? {} : { releaseId: release.id }),
    },
  })
  if (!options.wait) return showInstallation(started)
  context.say(`${listing.name} ${started.release.version} is ${started.state} on ${tenant.name}`)
  return showInstallation(await interruptible((signal) => followInstallation(client, started, 'RUNNING', signal)))
}

async function chooseTenant(
  context: Context,
  all: readonly Tenant[],
  listing: Listing,
  named: string | undefined,
): Promise<Tenant> {
  const fitting = all.filter(({ variant }) => variant === listing.variant)
  if (named !== undefined) return pickTenant(all, named)
  const [only] = fitting
  if (only === undefined)
    throw new Abort('tenant_missing', `Your organization has no ${listing.variant} tenant.`, {
      fix: 'Connect one with "mkt tenants connect", or in the console.',
    })
  if (fitting.length === 1) return only
  const choices = fitting.map(({ id, name, hostName }) => ({ value: id, label: name, hint: hostName }))
  return pickTenant(all, await askChoice(context, { message: 'Tenant', flag: '--tenant' }, choices))
}

function releaseOf({ client }: Session, listing: Listing, named: string | undefined): Promise<Release | undefined> {
  if (named !== undefined) return chooseRelease(client, async () => listing, named)
  const id = (listing.own ? listing.currentReleaseId : undefined) ?? listing.promotedReleaseId
  return id === null ? Promise.resolve(undefined) : client.getRelease({ params: { id } })
}
