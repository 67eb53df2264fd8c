import type { Command } from 'commander'
import { Abort, wrongUsage } from '../../abort.ts'
import { act, examples, type Setup } from '../../add-command.ts'
import { collect } from '../../collect.ts'
import type { Context, Result } from '../../context.ts'
import { askYes } from '../../prompts/ask.ts'
import { readBody } from '../../services/app/read-json.ts'
import {
  callRoute,
  isIntegrationPath,
  isPublicPath,
  type RouteAnswer,
  readHeaders,
  sampleFor,
} from '../../services/event/call-route.ts'
import { keepCallerSecret, keptCallerSecret, rotateCallerSecret } from '../../services/installation/caller-secrets.ts'
import { manifestOf } from '../../services/installation/configure-installation.ts'
import { type OpenInstallation, openInstallation } from '../../services/installation/open-installation.ts'
import { findListing } from '../../services/listing/listings.ts'
import { platformUrl } from '../../services/platform/session.ts'

interface Options {
  installation?: string
  method?: string
  data?: string
  header?: string[]
  callerSecret?: string
  newSecret?: boolean
}

export function addCall(program: Command, setup: Setup): void {
  const command = program
    .command('call <path>')
    .description('call your app through the gateway, as the policy system does')
    .option('--installation <id or app>', 'the installation (default: of the app in this folder)')
    .option('-X, --method <method>', 'the method (default: POST with data or for an integration, else GET)')
    .option('-d, --data <text>', 'the body, or @file, or - for standard input (default for an integration: a sample)')
    .option('-H, --header <name: value>', 'a header; repeat it for more', collect)
    .option('--caller-secret <text>', "the route's caller secret (or MKT_CALLER_SECRET; default: the one kept here)")
    .option('--new-secret', 'create a caller secret and store it here if none is stored')
  examples(command, [
    'mkt call /rate --data @quote.json',
    'mkt call /events --new-secret',
    'mkt call "/report?month=5" --installation acme/rater --json',
  ])
  act(command, setup, call)
}

async function call(context: Context, path: string, options: Options): Promise<Result> {
  if (!path.startsWith('/')) throw wrongUsage(`"${path}" is not a path.`, 'Begin it with a slash.')
  const headers = readHeaders(options.header ?? [])
  const given = options.data === undefined ? undefined : readBody(context.cwd, options.data)
  const opened = await openInstallation(context, options.installation)
  const manifest = await manifestOf(opened.client, opened.installation)
  const { listing, endpoint } = opened.installation
  const variant = manifest.targetPlatform ?? (await findListing(opened.client, listing.id)).variant
  const isIntegration = isIntegrationPath(manifest, variant, path)
  const method = options.method?.toUpperCase() ?? (given !== undefined || isIntegration ? 'POST' : 'GET')
  const sample =
    given === undefined && method === 'POST' && isIntegration ? sampleFor(manifest, variant, path) : undefined
  if (sample !== undefined) context.say('Sending a sample payload; --data sends your own.')
  const callerSecret = isPublicPath(manifest, path) ? undefined : await secretFor(context, opened, options)
  const answer = await callRoute({ endpoint, path, method, headers, body: given ?? sample, callerSecret })
  return shown(context, answer)
}

/** The secret that was given, or the one kept here; a new one only where somebody agrees, for it replaces the former. */
async function secretFor(
  context: Context,
  { client, installation }: OpenInstallation,
  options: Options,
): Promise<string> {
  const given = options.callerSecret ?? context.env.MKT_CALLER_SECRET
  if (given) return given
  const owner = { url: platformUrl(context), installationId: installation.id }
  const kept = keptCallerSecret(context.env, owner)
  if (kept !== undefined && !options.newSecret) return kept
  const message = `No caller secret of ${installation.id} is kept here. Make a new one? The former ends when the tenant knows it.`
  const agreed =
    options.newSecret ?? (context.interactive && (await askYes(context, { message, flag: '--new-secret' })))
  if (!agreed)
    throw new Abort('caller_secret_missing', `No caller secret of ${installation.id} is kept here.`, {
      fix: 'Give --caller-secret, or --new-secret to make one; the former one ends when the tenant knows the new one.',
    })
  const secret = await rotateCallerSecret(client, installation.id)
  keepCallerSecret(context.env, owner, secret)
  return secret
}

function shown(context: Context, { status, headers, body, durationMs }: RouteAnswer): Result {
  const text = body.toString('utf8')
  if (!context.json)
    context.say(`${status} in ${durationMs} ms${headers['content-type'] ? `, ${headers['content-type']}` : ''}`)
  return { data: { status, durationMs, headers, body: text }, text, bytes: body, exit: status < 400 ? 0 : 1 }
}
