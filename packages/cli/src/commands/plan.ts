import type { Command } from 'commander'
import { act, examples, type Setup } from '../add-command.ts'
import type { Context, Result } from '../context.ts'
import { openFolder, validManifest } from '../services/app-folder.ts'
import { findListing } from '../services/listings.ts'
import { repairDeploy } from '../services/repair-deploy.ts'
import { openSession } from '../services/session.ts'

export function addPlan(program: Command, setup: Setup): void {
  const command = program
    .command('plan [dir]')
    .description('which installations the manifest would break, and why, before anything is deployed')
    .option('--listing <id or name>', 'the listing (default: the name in the manifest)')
  examples(command, ['mkt plan', 'mkt plan my-app --json'])
  act(command, setup, plan)
}

async function plan(context: Context, dir: string | undefined, options: { listing?: string }): Promise<Result> {
  const { client } = openSession(context)
  const folder = await repairDeploy(openFolder(context.cwd, dir), context, { needed: false, say: context.say })
  const listing = await findListing(client, options.listing ?? validManifest(folder).name)
  validManifest(folder, listing.variant)
  const planned = await client.planRelease({ params: { id: listing.id }, body: { manifest: JSON.parse(folder.text) } })
  const { installations, asksMore, needsReview, own, others } = planned
  const text = [
    `${installations.total} installations: ${installations.fine} would simply take it, ${installations.needConfiguration} need configuration.`,
    ...own.flatMap(({ installationId, tenant, problems }) =>
      problems.map(({ pointer, message, rule }) => `${installationId} on ${tenant}: ${pointer} ${message} (${rule})`),
    ),
    ...others.map(({ rule, count }) => `${count} of other organizations: ${rule}`),
    ...asksMore.map(({ kind, what }) => `asks for more: ${kind} ${what}`),
    needsReview ? 'A moderator must approve it before it can be promoted.' : 'No new review is needed.',
  ]
  return { data: planned, text }
}
