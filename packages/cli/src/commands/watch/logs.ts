import type { Client } from '@mkt/contract/client'
import { plainText } from '@mkt/contract/text'
import type { Command } from 'commander'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { interruptible } from '../../interruptible.ts'
import { printableJson } from '../../printable-json.ts'
import { followEvents } from '../../services/event/follow-events.ts'
import { meantListing } from '../../services/listing/app-listing.ts'
import { openSession } from '../../services/platform/session.ts'
import { wholeOf } from '../flag-values.ts'

type Line = Awaited<ReturnType<Client['listListingLogs']>>['items'][number]

interface Options {
  follow?: boolean
  deployment?: string
  tail: string
  search?: string
}

export function addLogs(program: Command, setup: Setup): void {
  const command = program
    .command('logs [listing]')
    .description('output of the containers of an app (default: the app of this folder)')
    .option('-f, --follow', 'stream new lines; with --json one object per line')
    .option('--deployment <id>', 'of this deployment only')
    .option('-n, --tail <lines>', 'how many lines from before', '50')
    .option('-q, --search <words>', 'only lines with these words')
  examples(command, ['mkt logs -f', 'mkt logs acme/rater -n 200 -q error'])
  act(command, setup, logs)
}

async function logs(context: Context, named: string | undefined, options: Options): Promise<Result | undefined> {
  const tail = wholeOf('--tail', options.tail, 0, 1000)
  const session = openSession(context)
  const { client } = session
  const search = options.search === undefined ? {} : { q: options.search }
  const id = options.deployment ?? (await meantListing(client, context.cwd, named)).id
  if (options.follow) {
    const of = options.deployment === undefined ? 'listings' : 'deployments'
    const query = new URLSearchParams({ tail: String(tail), ...search })
    const path = `/api/v1/${of}/${encodeURIComponent(id)}/logs/stream?${query}`
    await interruptible(async (signal) => {
      for await (const { data } of followEvents(session, path, signal))
        context.stdout.write(`${written(context, data)}\n`)
    })
    return undefined
  }
  const query = { limit: Math.min(Math.max(tail, 1), 200), ...search }
  const page = options.deployment
    ? await client.listDeploymentLogs({ params: { id }, query })
    : await client.listListingLogs({ params: { id }, query })
  return { data: page, text: page.items.toReversed().map(textOf) }
}

function written(context: Context, data: string): string {
  const line = JSON.parse(data) as Line
  return context.json ? printableJson(line, 0) : plainText(textOf(line))
}

function textOf({ at, release, stream, text }: Line): string {
  return `${at} ${release.version} ${stream === 'stderr' ? '! ' : ''}${text}`
}
