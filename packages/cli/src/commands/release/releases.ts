import type { Command } from 'commander'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { interruptible } from '../../interruptible.ts'
import { askConsent } from '../../prompts/ask.ts'
import { meantListing } from '../../services/listing/app-listing.ts'
import { openSession, type Session } from '../../services/platform/session.ts'
import { followRollback } from '../../services/release/follow-rollback.ts'
import { chooseRelease, type Release } from '../../services/release/releases.ts'
import { showComparison, showRelease, showReleases } from '../../views/show-release.ts'
import { type WaveOptions, wavePlanOf } from './promotion.ts'

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
      return showRelease(release)
    },
  )
  const compare = ofListing(
    releases
      .command('compare <release> [with]')
      .description('compare a release with another one (default: the previous one)'),
  )
  act(compare, setup, compareReleases)
  const promote = ofListing(
    program.command('promote <release>').description('promote an approved release to customers'),
  )
    .option('--waves <shares>', 'in waves, such as 5,25,100: shares of the installations in per cent')
    .option('--every-hours <hours>', 'time between two waves (default: 24)')
    .option('--max-errors <count>', 'halt when a trial has more calls that are not priced any more')
    .option('--max-increase <percent>', 'halt when a trial has a larger increase of one call')
    .option('--max-total-change <percent>', 'halt when a trial changes all premiums of a currency together by more')
  examples(promote, [
    'mkt promote 1.4.0',
    'mkt promote 1.4.0 --waves 5,25,100 --every-hours 24',
    'mkt promote rel_… --json',
  ])
  act(promote, setup, async (context, which: string, options: Options & WaveOptions) => {
    const body = wavePlanOf(options)
    const { session, release } = await choose(context, which, options)
    return showRelease(await session.client.promoteRelease({ params: { id: release.id }, body }))
  })
  const withdraw = ofListing(
    program
      .command('withdraw <release>')
      .description('withdraw a release that nobody runs; its version can be used again')
      .option('--yes', 'do not ask'),
  )
  examples(withdraw, ['mkt withdraw 10.0.0', 'mkt withdraw rel_… --yes --json'])
  act(withdraw, setup, async (context, which: string, options: Options & { yes?: boolean }) => {
    const { session, release } = await choose(context, which, options)
    await askConsent(context, `Withdraw release ${release.version} (${release.id})?`, options.yes)
    return showRelease(await session.client.withdrawRelease({ params: { id: release.id } }))
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
    return showRelease(await interruptible((signal) => followRollback(session.client, back, { signal, extra: {} })))
  })
}

async function list(context: Context, options: Options): Promise<Result> {
  const { client } = openSession(context)
  const { id, name } = await meantListing(client, context.cwd, options.listing)
  return showReleases(name, await client.listReleases({ params: { id }, query: { limit: 200 } }))
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
  return showComparison(compared)
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
