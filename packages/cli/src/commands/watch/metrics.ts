import type { Client } from '@mkt/contract/client'
import type { Command } from 'commander'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { meantListing } from '../../services/listing/app-listing.ts'
import { runningDeployments } from '../../services/listing/running-deployments.ts'
import { openSession } from '../../services/platform/session.ts'
import { type Figure, showFigures } from '../../views/show-figures.ts'
import { wholeOf } from '../flag-values.ts'

interface Options {
  release?: string
  minutes: string
}

export function addMetrics(program: Command, setup: Setup): void {
  const command = program
    .command('metrics [listing]')
    .description(
      'show CPU, memory, restarts, requests and latency of the running containers of an app, minute by minute',
    )
    .option('--release <version>', 'that release alone, where several run')
    .option('--minutes <number>', 'how far back, at most 1440', '15')
  examples(command, ['mkt metrics', 'mkt metrics acme/rater --minutes 60', 'mkt metrics --json | jq .deployments'])
  act(command, setup, metrics)
}

async function metrics(context: Context, named: string | undefined, options: Options): Promise<Result> {
  const minutes = wholeOf('--minutes', options.minutes, 1, 1440)
  const { client } = openSession(context)
  const listing = await meantListing(client, context.cwd, named)
  const from = new Date(Date.now() - minutes * 60_000).toISOString()
  const deployments = []
  for (const { id, release, state } of await runningDeployments(client, listing, options.release))
    deployments.push({ id, release, state, figures: await figuresOf(client, id, from) })
  return {
    data: { listing: listing.name, from, deployments },
    text: deployments.flatMap(({ release, state, figures }) => [
      `${listing.name} ${release.version}: ${state}`,
      ...showFigures(figures),
    ]),
  }
}

async function figuresOf(client: Client, id: string, from: string): Promise<Figure[]> {
  return (await client.listFigures({ params: { id }, query: { from, limit: 1440 } })).items
}
