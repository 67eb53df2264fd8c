import type { Command } from 'commander'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { askCredentials, type CredentialFlags } from '../../prompts/ask-credentials.ts'
import { askFactor } from '../../prompts/ask-factor.ts'
import { canOpenBrowser } from '../../services/platform/can-open-browser.ts'
import { logIn } from '../../services/platform/log-in.ts'
import { logInByBrowser } from '../../services/platform/log-in-by-browser.ts'
import { logInByDevice } from '../../services/platform/log-in-by-device.ts'
import { openBrowser } from '../../services/platform/open-browser.ts'
import { profileName, storeProfile } from '../../services/platform/profiles.ts'
import { openSession, platformUrl } from '../../services/platform/session.ts'
import { requireCodeFactor, stepUp } from '../../services/platform/step-up.ts'

export function addLogin(program: Command, setup: Setup): void {
  const command = program
    .command('login')
    .description('log in with an API key of your organization, or as yourself by browser')
    .option('--client-id <id>', 'the client ID (or MKT_CLIENT_ID)')
    .option('--api-key <key>', 'the API key (or MKT_API_KEY); better given on standard input')
    .option('--sso', 'sign in as yourself in the browser, for example with single sign-on')
    .option('--step-up', 'confirm your second factor in the current session (step-up)')
    .option('--device', 'with --sso: by a code that you type in the console on another machine')
  examples(command, [
    'mkt login',
    'mkt login --sso',
    'mkt login --sso --device',
    'mkt login --step-up',
    'mkt login --url https://market.example.com --profile work',
    'printf \'%s\\n%s\\n\' "$ID" "$KEY" | mkt login --json',
  ])
  act(command, setup, login)
}

async function login(
  context: Context,
  options: CredentialFlags & { sso?: boolean; device?: boolean; stepUp?: boolean },
): Promise<Result> {
  if (options.stepUp) return proveAgain(context)
  const url = platformUrl(context)
  if (options.sso || options.device) return loginAsPerson(context, url, options.device === true)
  const { clientId, apiKey } = await askCredentials(context, options)
  const { organization } = await logIn({ url, clientId, apiKey })
  const name = profileName(context.env, context.profile)
  storeProfile(context.env, name, { url, clientId, apiKey, organization })
  return {
    data: { organization, clientId, url, profile: name },
    text: `Logged in to ${url} as ${organization.name} (profile "${name}").`,
  }
}

async function proveAgain(context: Context): Promise<Result> {
  const session = openSession(context)
  await requireCodeFactor(session)
  await stepUp(session, await askFactor(context))
  return {
    data: { url: session.url, fresh: true },
    text: 'Proved. For five minutes this session may do what asks for a fresh factor.',
  }
}

async function loginAsPerson(context: Context, url: string, byCode: boolean): Promise<Result> {
  const { token, organization, person } =
    byCode || !canOpenBrowser(context.env, process.platform)
      ? await logInByDevice(url, ({ userCode, verificationUri }) =>
          context.say(`Open ${verificationUri} in a browser on any machine and enter this code:\n  ${userCode}`),
        )
      : await logInByBrowser(url, (address) => {
          context.say(`Open this address and approve the sign-in:\n  ${address}`)
          if (context.interactive) openBrowser(address)
        })
  const name = profileName(context.env, context.profile)
  storeProfile(context.env, name, { url, token, organization })
  return {
    data: { organization, person, url, profile: name },
    text: `Logged in to ${url} as ${person}, for ${organization.name} (profile "${name}").`,
  }
}
