import type { Client } from '@mkt/contract/client'
import { count } from '@mkt/contract/text'
import type { Command } from 'commander'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { interruptible } from '../../interruptible.ts'
import { meantListing } from '../../services/listing/app-listing.ts'
import type { Listing } from '../../services/listing/listings.ts'
import { type Deployment, followRestart, restartListing } from '../../services/listing/restart-listing.ts'
import { openSession } from '../../services/platform/session.ts'

export function addRestart(program: Command, setup: Setup): void {
  const command = program
    .command('restart [listing]')
    .description('restart the containers of an app without downtime, for example after changed variables')
    .option('--no-wait', 'do not wait until the new ones serve')
  examples(command, ['mkt restart', 'mkt restart acme/rater --no-wait'])
  act(command, setup, async (context, named: string | undefined, options: { wait: boolean }) => {
    const { client } = openSession(context)
    return restart(context, client, await meantListing(client, context.cwd, named), options.wait)
  })
}

export async function restart(context: Context, client: Client, listing: Listing, wait: boolean): Promise<Result> {
  const begun = await restartListing(client, listing.id)
  if (begun.length === 0)
    return { data: { listing: listing.name, deployments: [] }, text: `Nothing of ${listing.name} runs.` }
  const deployments = wait ? await interruptible((signal) => followAll(context, client, begun, signal)) : begun
  const data = {
    listing: listing.name,
    deployments: deployments.map(({ id, release, state }) => ({ id, release, state })),
  }
  const many = count(deployments.length, 'deployment')
  const done = wait
    ? `${many} of ${listing.name} restarted.`
    : `${many} of ${listing.name} ${deployments.length === 1 ? 'is' : 'are'} being restarted.`
  return { data, text: done }
}

async function followAll(
  context: Context,
  client: Client,
  begun: readonly Deployment[],
  signal: AbortSignal,
): Promise<Deployment[]> {
  for (const { listing, release } of begun)
    context.say(`${listing.name} ${release.version}: starting beside the running ones`)
  return Promise.all(begun.map((deployment) => followRestart(client, deployment, signal)))
}
