import type { Command } from 'commander'
import { act, type Setup } from '../../add-command.ts'
import { profileName, readProfiles, storeProfile } from '../../services/platform/profiles.ts'
import { connect } from '../../services/platform/session.ts'

export function addLogout(program: Command, setup: Setup): void {
  const command = program.command('logout').description('forget the credentials of a profile')
  act(command, setup, async (context) => {
    const profile = profileName(context.env, context.profile)
    const stored = readProfiles(context.env)[profile]
    const known = stored !== undefined
    if (known) storeProfile(context.env, profile, undefined)
    // A session ends on the platform too; one that is over already is none to end.
    if (stored !== undefined && 'token' in stored)
      await connect(stored)
        .client.signOut()
        .catch(() => undefined)
    return {
      data: { profile, loggedOut: known },
      text: known ? `Logged out (profile "${profile}").` : `There was nothing stored for profile "${profile}".`,
    }
  })
}
