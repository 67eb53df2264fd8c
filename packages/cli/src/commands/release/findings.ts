import type { Command } from 'commander'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { meantListing } from '../../services/listing/app-listing.ts'
import { openSession } from '../../services/platform/session.ts'
import { chooseRelease } from '../../services/release/releases.ts'
import { showFindings, showPackageUses } from '../../views/show-findings.ts'

interface Options {
  listing?: string
  package?: string
  all?: boolean
}

export function addFindings(program: Command, setup: Setup): void {
  const command = program
    .command('findings [release]')
    .description('advisories for the packages of a release (default: the live one)')
    .option('--listing <id or name>', 'the listing (default: that of this folder)')
    .option('--all', 'also those that were excepted')
    .option('--package <name>', 'list releases and installations with this package instead')
  examples(command, ['mkt findings', 'mkt findings 1.4.0 --json', 'mkt findings --package log4j-core'])
  act(command, setup, findings)
}

async function findings(context: Context, which: string | undefined, options: Options): Promise<Result> {
  const { client } = openSession(context)
  if (options.package !== undefined)
    return showPackageUses(options.package, await client.findPackages({ query: { name: options.package, limit: 200 } }))
  const listing = () => meantListing(client, context.cwd, options.listing)
  const chosen = which ?? (await listing()).currentReleaseId ?? undefined
  if (chosen === undefined) return { data: { items: [] }, text: 'There is no live release. Deploy one first.', exit: 1 }
  const release = await chooseRelease(client, listing, chosen)
  const params = { id: release.id }
  const found = await client.getFindings({ params, query: { limit: 200 } })
  for (let next = found.next; next !== null; ) {
    const more = await client.getFindings({ params, query: { limit: 200, cursor: next } })
    found.items.push(...more.items)
    next = more.next
  }
  return showFindings(`${release.listing.name} ${release.version}`, found, options.all === true)
}
