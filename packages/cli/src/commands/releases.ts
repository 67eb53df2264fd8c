import type { Command } from 'commander'
import { act, examples, type Setup } from '../add-command.ts'
import type { Context, Result } from '../context.ts'
import { interruptible } from '../interruptible.ts'
import { meantListing } from '../services/app-listing.ts'
import { followRollback } from '../services/follow-rollback.ts'
import { chooseRelease, type Release } from '../services/releases.ts'
import { openSession, type Session } from '../services/session.ts'
import { facts, table } from '../table.ts'

interface Options {
  listing?: string
}

export function addReleases(program: Command, setup: Setup): void {
  const ofListing = (command: Command) =>
    command.option('--listing <id or name>', 'the listing (default: that of this folder)')
  const releases = program.command('releases').description('list, show and compare releases')
  act(
    ofListing(releases.command('list', { isDefault: true }).description('the releases of a listing, newest first')),
    setup,
    list,
  )
  act(
    ofListing(releases.command('show <release>').description('one release, by id or version')),
    setup,
    async (context, which: string, options: Options) => {
      const { release } = await choose(context, which, options)
      return show(release)
    },
  )
  const compare = ofListing(
    releases.command('compare <release> [with]').description('what a release changes; default: against the one before'),
  )
  act(compare, setup, compareReleases)
  const promote = ofListing(program.command('promote <release>').description('give an approved release to customers'))
  examples(promote, ['mkt promote 1.4.0', 'mkt promote rel_… --json'])
  act(promote, setup, async (context, which: string, options: Options) => {
    const { session, release } = await choose(context, which, options)
    return show(await session.client.promoteRelease({ params: { id: release.id } }))
  })
  const rollback = ofListing(
    program
      .command('rollback <release>')
      .description('return to an earlier release and wait until it is LIVE again: once its deployment is healthy'),
  )
  examples(rollback, ['mkt rollback 1.3.0', 'mkt rollback rel_… --json'])
  act(rollback, setup, async (context, which: string, options: Options) => {
    const { session, release } = await choose(context, which, options)
    const back = await session.client.rollbackRelease({ params: { id: release.id } })
    return show(await interruptible((signal) => followRollback(session.client, back, { signal, extra: {} })))
  })
}

async function list(context: Context, options: Options): Promise<Result> {
  const { client } = openSession(context)
  const { id, name } = await meantListing(client, context.cwd, options.listing)
  const page = await client.listReleases({ params: { id }, query: { limit: 200 } })
  const rows = page.items.map(({ version, state, rollback, approved, promotedAt, createdAt, id }) => [
    version,
    rollback ? `${state} (rollback ${rollback.state})` : state,
    approved ? 'approved' : '',
    promotedAt ? 'promoted' : '',
    createdAt,
    id,
  ])
  const empty = `${name} has no releases yet: "mkt deploy".`
  return { data: page, text: table(['version', 'state', 'review', 'customers', 'created', 'id'], rows, empty) }
}

async function compareReleases(
  context: Context,
  which: string,
  other: string | undefined,
  options: Options,
): Promise<Result> {
  const { session, release } = await choose(context, which, options)
  const against = other === undefined ? undefined : (await choose(context, other, options)).release
  const compared = await session.client.compareReleases({
    params: { id: release.id },
    query: against === undefined ? {} : { with: against.id },
  })
  const title = `${compared.from?.version ?? 'nothing'} → ${compared.to.version}`
  const lines = compared.changes.map(
    ({ kind, name, change, details }) =>
      `${change} ${kind} ${name}${details.length > 0 ? `: ${details.join(', ')}` : ''}`,
  )
  const more = compared.asksMore.map(({ kind, what }) => `asks for more: ${kind} ${what}`)
  return { data: compared, text: [title, ...(lines.length > 0 ? lines : ['no changes']), ...more] }
}

async function choose(
  context: Context,
  which: string,
  { listing }: Options,
): Promise<{ session: Session; release: Release }> {
  const session = openSession(context)
  const release = await chooseRelease(session.client, () => meantListing(session.client, context.cwd, listing), which)
  return { session, release }
}

function show(release: Release): Result {
  const { listing, version, state, approved, promotedAt, imageDigest, failure, rollback, problems, warnings, id } =
    release
  const text = facts([
    ['release', `${listing.name} ${version}`],
    ['state', state],
    ['approved', approved ? 'yes' : 'no'],
    ['promoted', promotedAt],
    ['image', imageDigest],
    ['failure', failure],
    ['rollback', rollback && [rollback.state, rollback.reason].filter(Boolean).join(': ')],
    ['id', id],
  ])
  return {
    data: release,
    text: [...text, ...[...problems, ...warnings].map(({ message, rule }) => `${message} (${rule})`)],
  }
}
