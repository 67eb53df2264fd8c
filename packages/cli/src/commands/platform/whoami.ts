import type { Command } from 'commander'
import { act, type Setup } from '../../add-command.ts'
import { profileName } from '../../services/platform/profiles.ts'
import { openSession } from '../../services/platform/session.ts'
import { facts } from '../../views/table.ts'

export function addWhoami(program: Command, setup: Setup): void {
  const command = program.command('whoami').description('show the organization and the key or person in use')
  act(command, setup, async (context) => {
    const session = openSession(context)
    const { organization, clientId, scopes, person, organizations } = await session.client.getMe()
    const profile = profileName(context.env, context.profile)
    return {
      data: { organization, person, clientId, scopes, url: session.url, profile },
      text: facts([
        ['organization', organization?.name],
        ...(person
          ? ([
              ['person', person.email],
              ['role', organizations[0]?.role],
            ] as const)
          : ([
              ['client ID', clientId],
              ['scopes', scopes.join(', ')],
            ] as const)),
        ['platform', session.url],
        ['profile', profile],
      ]),
    }
  })
}
