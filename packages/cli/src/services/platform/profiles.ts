import { mkdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { Abort } from '../../abort.ts'
import { writeFileWhole } from '../app/write-file.ts'

/** One place this tool is logged in to. */
export type Profile = { url: string; organization: { id: string; name: string } } & Secret

/** What it signs in with: an API key, or the session of a person who approved it in the browser. */
export type Secret = { clientId: string; apiKey: string } | { token: string }

type Env = Readonly<Record<string, string | undefined>>

/** `$XDG_CONFIG_HOME/mkt/profiles.json`, or below `~/.config`. */
export function profilesFile(env: Env): string {
  const home = env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config')
  return join(home, 'mkt', 'profiles.json')
}

export function profileName(env: Env, asked: string | undefined): string {
  return asked ?? (env.MKT_PROFILE || 'default')
}

export function readProfiles(env: Env): Record<string, Profile> {
  const file = profilesFile(env)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
  try {
    const { profiles } = JSON.parse(text) as { profiles?: Record<string, Profile> }
    return profiles ?? {}
  } catch (error) {
    throw new Abort('profiles_unreadable', `${file} is not valid JSON.`, {
      fix: 'Remove the file and log in again.',
      cause: error,
    })
  }
}

/** Stores a profile, or removes it. The file holds API keys and sessions: only its owner may read it. */
export function storeProfile(env: Env, name: string, profile: Profile | undefined): void {
  const profiles = readProfiles(env)
  if (profile === undefined) delete profiles[name]
  else profiles[name] = profile
  const file = profilesFile(env)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileWhole(file, `${JSON.stringify({ profiles }, null, 2)}\n`, 0o600)
}
