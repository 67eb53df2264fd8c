import type { Manifest, Mapping } from '@mkt/manifest'
import type { Command } from 'commander'
import { act, examples, type Setup } from '../../add-command.ts'
import { collect } from '../../collect.ts'
import type { Context, Result } from '../../context.ts'
import { interruptible } from '../../interruptible.ts'
import { askMappings } from '../../prompts/ask-mappings.ts'
import { askSettings } from '../../prompts/ask-settings.ts'
import {
  type ConfigurationChange,
  type ConfigurationFlags,
  isNoChange,
  readConfigurationChange,
} from '../../services/installation/configuration-change.ts'
import {
  manifestOf,
  readableConfiguration,
  writeConfiguration,
} from '../../services/installation/configure-installation.ts'
import { followInstallation } from '../../services/installation/installations.ts'
import { mergeConfiguration } from '../../services/installation/merge-configuration.ts'
import { type OpenInstallation, openInstallation } from '../../services/installation/open-installation.ts'
import { upgradeInstallation } from '../../services/installation/upgrade-installation.ts'
import { suggestForTenant } from '../../services/tenant/suggest-for-tenant.ts'
import { showInstallation } from '../../views/show-installation.ts'
import { configurationOptions } from './configuration-options.ts'

export function addInstallationConfiguration(installations: Command, setup: Setup): void {
  const change = (command: Command) =>
    configurationOptions(command).option('--clear <name>', 'clear a setting; repeat it for more', collect)
  const configureCommand = change(
    installations.command('configure [installation]').description('write settings and mappings; omitted ones stay'),
  )
  examples(configureCommand, [
    'mkt installations configure ins_… --setting greeting=Hi',
    'mkt installations configure acme/rater --settings new.json',
    'mkt installations configure acme/rater --setting-file rates=rates.csv',
  ])
  act(configureCommand, setup, configure)
  const upgradeCommand = change(
    installations
      .command('upgrade [installation]')
      .description('upgrade to another release, newer or older; omitted settings and mappings stay'),
  )
    .option('--release <id or version>', 'the release (default: the one offered)')
    .option('--no-wait', 'do not wait until it runs')
  examples(upgradeCommand, [
    'mkt installations upgrade',
    'mkt installations upgrade acme/rater --release 2.0.0 --setting region=north',
  ])
  act(upgradeCommand, setup, upgrade)
}

async function configure(context: Context, named: string | undefined, flags: ConfigurationFlags): Promise<Result> {
  const opened = await openInstallation(context, named)
  const { client, installation } = opened
  const manifest = await manifestOf(client, installation)
  const present = await readableConfiguration(client, installation)
  const given = readConfigurationChange(context.cwd, flags)
  const asks = isNoChange(given) && context.interactive && !flags.suggestMappings
  const change = asks ? await askChange(context, opened, manifest, given) : given
  const base = asks ? { settings: {}, mappings: present.mappings } : present
  const whole = mergeConfiguration(manifest, base, change)
  const mappings = await completion(context, opened, flags)?.(manifest, whole.mappings)
  const written = await writeConfiguration(client, installation, present, { ...whole, ...(mappings && { mappings }) })
  const { listing, id } = installation
  return { data: written, text: `Revision ${written.revision} of ${listing.name} (${id}) is in force.` }
}

/** The answers of the configuration step stand for all settings: one that was emptied is unset. */
async function askChange(
  context: Context,
  { client, installation }: OpenInstallation,
  manifest: Manifest,
  given: ConfigurationChange,
): Promise<ConfigurationChange> {
  const { settings } = await client.getConfiguration({ params: { id: installation.id } })
  return { ...given, files: {}, settings: await askSettings(context, manifest, {}, settings) }
}

async function upgrade(
  context: Context,
  named: string | undefined,
  options: ConfigurationFlags & { release?: string; wait: boolean },
): Promise<Result> {
  const change = readConfigurationChange(context.cwd, options)
  const opened = await openInstallation(context, named)
  const { client, installation } = opened
  const complete = completion(context, opened, options)
  const moved = await upgradeInstallation(client, installation, { release: options.release, change, complete })
  if (!options.wait || moved.state === 'STOPPED') return showInstallation(moved)
  return showInstallation(await interruptible((signal) => followInstallation(client, moved, 'RUNNING', signal)))
}

/** With `--suggest-mappings`: fills in what has no place yet, and says what was found and what was not. */
function completion(
  context: Context,
  { client, installation }: OpenInstallation,
  { suggestMappings }: ConfigurationFlags,
) {
  if (!suggestMappings) return undefined
  return (manifest: Manifest, given: Mapping[]) => {
    const suggest = () => suggestForTenant(client, installation.tenantId, manifest, given)
    return askMappings(context, { manifest, given, take: true, suggest })
  }
}
