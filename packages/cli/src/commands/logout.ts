import type { Command } from 'commander'
import { act, type Setup } from '../add-command.ts'
import { profileName, readProfiles, storeProfile } from '../services/profiles.ts'

export function addLogout(program: Command, setup: Setup): void {
  const command = program.command('logout').description('forget the credentials of a profile')
  act(command, setup, async (context) => {
    const profile = profileName(context.env, context.profile)
    const known = readProfiles(context.env)[profile] !== undefined
    if (known) storeProfile(context.env, profile, undefined)
    return {
      data: { profile, loggedOut: known },
      text: known ? `Logged out (profile "${profile}").` : `There was nothing stored for profile "${profile}".`,
    }
  })
}
