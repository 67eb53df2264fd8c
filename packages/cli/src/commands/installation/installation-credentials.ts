import type { Client } from '@mkt/contract/client'
import type { Command } from 'commander'
import { wrongUsage } from '../../abort.ts'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { askSecret, required } from '../../prompts/ask.ts'
import { readJson } from '../../services/app/read-json.ts'
import { openInstallation } from '../../services/installation/open-installation.ts'
import { showCredentials } from '../../views/show-credentials.ts'

type ChangedCredentials = Parameters<Client['replaceInstallationCredentials']>[0]['body']['credentials']

interface Options {
  file?: string
  token?: string | boolean
  reset?: boolean
}

export function addInstallationCredentials(installations: Command, setup: Setup): void {
  const command = installations
    .command('credentials [installation]')
    .description('show, replace or erase the own credentials of an installation')
    .option('--file <file>', 'new ones as JSON, or - for standard input; an omitted set stays')
    .option('--token [text]', 'enterprise: a new personal access token; asked for when no text is given')
    .option('--reset', "erase them: the tenant's are used again")
  examples(command, [
    'mkt installations credentials acme/audit',
    'mkt installations credentials acme/audit --token',
    'mkt installations credentials ins_01k9 --file credentials.json',
    'mkt installations credentials ins_01k9 --reset',
  ])
  act(command, setup, credentials)
}

async function credentials(context: Context, named: string | undefined, options: Options): Promise<Result> {
  if ([options.file, options.token, options.reset].filter((given) => given !== undefined).length > 1)
    throw wrongUsage('--file, --token and --reset exclude each other.')
  const { client, installation } = await openInstallation(context, named)
  const change = await changeOf(context, options, Object.keys(installation.credentials))
  if (change === undefined) return showCredentials(installation)
  const { id } = installation
  return showCredentials(await client.replaceInstallationCredentials({ params: { id }, body: { credentials: change } }))
}

async function changeOf(
  context: Context,
  { file, token, reset }: Options,
  kinds: readonly string[],
): Promise<ChangedCredentials | undefined> {
  if (reset === true) return Object.fromEntries(kinds.map((kind) => [kind, null]))
  if (file !== undefined) return readJson(context.cwd, file) as ChangedCredentials
  if (token === undefined) return undefined
  if (typeof token === 'string') return { token }
  return { token: await askSecret(context, { message: 'Personal access token', flag: '--token', check: required }) }
}
