import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@mkt/contract/client'
import { count } from '@mkt/contract/text'
import type { Command } from 'commander'
import { Abort, wrongUsage } from '../../abort.ts'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { interruptible } from '../../interruptible.ts'
import { meantListing } from '../../services/listing/app-listing.ts'
import type { Deployment } from '../../services/listing/restart-listing.ts'
import { isScaled, runningDeployments } from '../../services/listing/running-deployments.ts'
import { openSession } from '../../services/platform/session.ts'

interface Options {
  release?: string
  wait: boolean
}

const EVERY_MS = 500
/** A new instance has 120 s to become healthy; images take a while to be unpacked before. */
const PATIENCE_MS = 300_000

export function addScale(program: Command, setup: Setup): void {
  const command = program
    .command('scale <instances> [listing]')
    .description('set the number of containers of an app, 1 to 10, or a range for autoscaling')
    .option('--release <version>', 'that release alone, where several run')
    .option('--no-wait', 'do not wait until as many serve')
  examples(command, ['mkt scale 3', 'mkt scale 1-6', 'mkt scale 2 acme/rater --release 1.4.0'])
  act(command, setup, scale)
}

async function scale(context: Context, given: string, named: string | undefined, options: Options): Promise<Result> {
  const body = parseScale(given)
  if (body === null)
    throw wrongUsage(
      `"${given}" is not a number of containers.`,
      'Give a number from 1 to 10, or two with a hyphen, such as 1-6: then it follows the load.',
    )
  const { client } = openSession(context)
  const listing = await meantListing(client, context.cwd, named)
  const changed: Deployment[] = []
  for (const { id } of await runningDeployments(client, listing, options.release))
    changed.push(await client.changeDeployment({ params: { id }, body }))
  const deployments = options.wait
    ? await interruptible((signal) => Promise.all(changed.map((each) => settled(client, each, signal))))
    : changed
  return {
    data: {
      listing: listing.name,
      deployments: deployments.map(({ id, release, state, replicas }) => ({ id, release, state, replicas })),
    },
    text: deployments.map(({ release, replicas, minInstances, maxInstances }) => {
      const load = minInstances === null ? '' : `, by load between ${minInstances} and ${maxInstances}`
      return `${listing.name} ${release.version}: ${count(replicas, 'container')}${load}`
    }),
  }
}

type Scale = { replicas: number } | { minInstances: number; maxInstances: number }

/** `3`, or `1-6`; null when it is neither. */
export function parseScale(given: string): Scale | null {
  const [, first, second] = /^(10|[1-9])(?:-(10|[1-9]))?$/.exec(given) ?? []
  if (first === undefined) return null
  if (second === undefined) return { replicas: Number(first) }
  const range = { minInstances: Number(first), maxInstances: Number(second) }
  return range.minInstances <= range.maxInstances ? range : null
}

async function settled(client: Client, begun: Deployment, signal: AbortSignal): Promise<Deployment> {
  const until = Date.now() + PATIENCE_MS
  const { id } = begun
  let deployment = begun
  while (!isScaled(deployment)) {
    const name = `${begun.listing.name} ${begun.release.version}`
    if (signal.aborted) throw new Abort('interrupted', `${name} goes on scaling without us.`)
    if (Date.now() > until)
      throw new Abort('scale_unfinished', `${name} does not yet run as many containers as asked for.`, {
        fix: `See "mkt logs --deployment ${id}", and whether your organization's quota allows them.`,
      })
    await pause(EVERY_MS, undefined, { signal }).catch(() => {})
    deployment = await client.getDeployment({ params: { id } })
  }
  return deployment
}
