import type { Command } from 'commander'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { keepCallerSecret, rotateCallerSecret } from '../../services/installation/caller-secrets.ts'
import { openInstallation } from '../../services/installation/open-installation.ts'
import { platformUrl } from '../../services/platform/session.ts'

export function addInstallationSecrets(installations: Command, setup: Setup): void {
  const command = installations
    .command('caller-secret [installation]')
    .description('create a new caller secret (header x-MKT-caller) and show it once')
    .option('--save', 'keep it on this machine for "mkt call"')
  examples(command, ['mkt installations caller-secret --save', 'SECRET=$(mkt installations caller-secret acme/rater)'])
  act(command, setup, callerSecret)
}

async function callerSecret(context: Context, named: string | undefined, options: { save?: boolean }): Promise<Result> {
  const { client, installation } = await openInstallation(context, named)
  const { id, endpoint } = installation
  const secret = await rotateCallerSecret(client, id)
  if (options.save) keepCallerSecret(context.env, { url: platformUrl(context), installationId: id }, secret)
  context.say(`A new caller secret of ${id}, shown once. Send it as x-MKT-caller to ${endpoint}/<path>.`)
  context.say('The former one ends as soon as the tenant knows this one.')
  return { data: { installationId: id, endpoint, callerSecret: secret, saved: options.save === true }, text: secret }
}
