import type { Command } from 'commander'
import { act, examples, type Setup } from '../add-command.ts'
import type { Context, Result } from '../context.ts'
import { askCredentials, type CredentialFlags } from '../prompts/ask-credentials.ts'
import { logIn } from '../services/log-in.ts'
import { profileName, storeProfile } from '../services/profiles.ts'
import { platformUrl } from '../services/session.ts'

export function addLogin(program: Command, setup: Setup): void {
  const command = program
    .command('login')
    .description('log in with a client ID and an API key of your organization')
    .option('--client-id <id>', 'the client ID (or MKT_CLIENT_ID)')
    .option('--api-key <key>', 'the API key (or MKT_API_KEY); better given on standard input')
  examples(command, [
    'mkt login',
    'mkt login --url https://market.example.com --profile work',
    'printf \'%s\\n%s\\n\' "$ID" "$KEY" | mkt login --json',
  ])
  act(command, setup, login)
}

async function login(context: Context, options: CredentialFlags): Promise<Result> {
  const url = platformUrl(context)
  const { clientId, apiKey } = await askCredentials(context, options)
  const { organization } = await logIn({ url, clientId, apiKey })
  const name = profileName(context.env, context.profile)
  storeProfile(context.env, name, { url, clientId, apiKey, organization })
  return {
    data: { organization, clientId, url, profile: name },
    text: `Logged in to ${url} as ${organization.name} (profile "${name}").`,
  }
}
