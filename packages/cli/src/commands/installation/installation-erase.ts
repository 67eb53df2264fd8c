import type { Command } from 'commander'
import { act, examples, type Setup } from '../../add-command.ts'
import { collect } from '../../collect.ts'
import type { Context, Result } from '../../context.ts'
import { askConsent } from '../../prompts/ask.ts'
import { openInstallation } from '../../services/installation/open-installation.ts'
import { facts } from '../../views/table.ts'

interface Options {
  locator?: string[]
  yes?: boolean
}

export function addInstallationErase(installations: Command, setup: Setup): void {
  const command = installations
    .command('erase [installation]')
    .description('erase records of accounts or policyholders, or all records, and notify the app')
    .option('--locator <locator>', 'account or policyholder to erase; repeatable (default: everything)', collect)
    .option('--yes', 'do not ask')
  examples(command, ['mkt installations erase acme/audit --locator 01K9… --yes'])
  act(command, setup, erase)
}

async function erase(context: Context, named: string | undefined, { locator, yes }: Options): Promise<Result> {
  const { client, installation } = await openInstallation(context, named)
  const what = locator === undefined ? 'everything that was recorded' : `what names ${locator.join(', ')}`
  await askConsent(context, `Erase ${what} for ${installation.listing.name} (${installation.id})?`, yes)
  const certificate = await client.eraseData({
    params: { id: installation.id },
    body: locator === undefined ? {} : { locators: locator },
  })
  const text = facts([
    ['erased at', certificate.at],
    ...Object.entries(certificate.rows).map(([kind, count]) => [kind, count] as const),
    ['app', certificate.app],
  ])
  return { data: certificate, text }
}
