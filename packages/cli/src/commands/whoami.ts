import type { Command } from 'commander'
import { act, type Setup } from '../add-command.ts'
import { profileName } from '../services/profiles.ts'
import { openSession } from '../services/session.ts'
import { facts } from '../views/table.ts'

export function addWhoami(program: Command, setup: Setup): void {
  const command = program.command('whoami').description('show the organization and the key in use')
  act(command, setup, async (context) => {
    const session = openSession(context)
    const { organization, clientId, scopes } = await session.client.getMe()
    const profile = profileName(context.env, context.profile)
    return {
      data: { organization, clientId, scopes, url: session.url, profile },
      text: facts([
        ['organization', organization?.name],
        ['client ID', clientId],
        ['scopes', scopes.join(', ')],
        ['platform', session.url],
        ['profile', profile],
      ]),
    }
  })
}
