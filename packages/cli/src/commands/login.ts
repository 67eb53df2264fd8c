import type { Command } from 'commander'
import { wrongUsage } from '../abort.ts'
import { act, examples, type Setup } from '../add-command.ts'
import type { Context, Result } from '../context.ts'
import { askSecret, askText, required } from '../prompts/ask.ts'
import { readLines } from '../prompts/read-lines.ts'
import { logIn } from '../services/log-in.ts'
import { profileName, storeProfile } from '../services/profiles.ts'
import { platformUrl } from '../services/session.ts'

interface Options {
  clientId?: string
  apiKey?: string
}

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

async function login(context: Context, options: Options): Promise<Result> {
  const url = platformUrl(context)
  const { clientId, apiKey } = await credentials(context, options)
  const { organization } = await logIn({ url, clientId, apiKey })
  const name = profileName(context.env, context.profile)
  storeProfile(context.env, name, { url, clientId, apiKey, organization })
  return {
    data: { organization, clientId, url, profile: name },
    text: `Logged in to ${url} as ${organization.name} (profile "${name}").`,
  }
}

/** Flags, then variables, then questions on a terminal, else the lines of standard input in this order. */
async function credentials(context: Context, options: Options): Promise<{ clientId: string; apiKey: string }> {
  const clientId = options.clientId ?? context.env.MKT_CLIENT_ID ?? ''
  const apiKey = options.apiKey ?? context.env.MKT_API_KEY ?? ''
  if (clientId !== '' && apiKey !== '') return { clientId, apiKey }
  if (context.interactive) {
    context.say('Client ID and API key: publisher dashboard, API keys.')
    const id = clientId || (await askText(context, { message: 'Client ID', flag: '--client-id', check: required }))
    const key = apiKey || (await askSecret(context, { message: 'API key', flag: '--api-key', check: required }))
    return { clientId: id.trim(), apiKey: key.trim() }
  }
  const missing = [clientId, apiKey].filter((value) => value === '').length
  const lines = await readLines(context.stdin, missing)
  if (lines.length < missing || lines.includes(''))
    throw wrongUsage(
      'Client ID or API key is missing.',
      'Give both as two lines on standard input, as flags, or as MKT_CLIENT_ID and MKT_API_KEY.',
    )
  return { clientId: clientId || (lines.shift() ?? ''), apiKey: apiKey || (lines.shift() ?? '') }
}
