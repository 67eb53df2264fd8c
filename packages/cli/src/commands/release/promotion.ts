import type { Client } from '@mkt/contract/client'
import type { Command } from 'commander'
import { wrongUsage } from '../../abort.ts'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { askConsent } from '../../prompts/ask.ts'
import { meantListing } from '../../services/listing/app-listing.ts'
import { openSession } from '../../services/platform/session.ts'
import { chooseRelease } from '../../services/release/releases.ts'
import { facts } from '../../views/table.ts'
import { numberOf } from '../flag-values.ts'
import { type GateOptions, gatesOf } from './gates.ts'

interface Options {
  listing?: string
}

type Promotion = Awaited<ReturnType<Client['getPromotion']>>
export type WavePlan = NonNullable<Parameters<Client['promoteRelease']>[0]['body']>

export interface WaveOptions extends GateOptions {
  waves?: string
  everyHours?: string
}

/** The waves that flags ask for; undefined for all customers at once. */
export function wavePlanOf(options: WaveOptions): WavePlan | undefined {
  if (options.waves === undefined) return undefined
  const waves = options.waves.split(',').map((share) => Number(share.trim()))
  const rises = waves.every((share, index) => Number.isInteger(share) && share > (waves[index - 1] ?? 0))
  if (!rises || waves.at(-1) !== 100)
    throw wrongUsage(`"${options.waves}" are no waves.`, 'Give rising shares that end with 100, such as 5,25,100.')
  const everyHours = numberOf('--every-hours', options.everyHours ?? '24')
  return { waves, everyHours, gates: gatesOf(options) }
}

export function addPromotion(program: Command, setup: Setup): void {
  const promotion = program.command('promotion').description('show or stop a promotion in waves')
  const ofListing = (command: Command) =>
    command.option('--listing <id or name>', 'the listing (default: that of this folder)')
  act(
    ofListing(promotion.command('show <release>').description('the wave and the health of both releases')),
    setup,
    (context, which: string, options: Options) => withPromotion(context, which, options, 'getPromotion'),
  )
  const stop = ofListing(
    promotion
      .command('stop <release>')
      .description('stop it: all installations return to the previously promoted release'),
  ).option('--yes', 'do not ask')
  examples(stop, ['mkt promotion stop 1.4.0', 'mkt promotion stop 1.4.0 --yes'])
  act(stop, setup, stopPromotion)
}

export async function stopPromotion(
  context: Context,
  which: string,
  options: Options & { yes?: boolean },
): Promise<Result> {
  await askConsent(context, `Stop the promotion of ${which}? Everybody returns to the release before.`, options.yes)
  return withPromotion(context, which, options, 'stopPromotion')
}

async function withPromotion(
  context: Context,
  which: string,
  { listing }: Options,
  operation: 'getPromotion' | 'stopPromotion',
): Promise<Result> {
  const { client } = openSession(context)
  const release = await chooseRelease(client, () => meantListing(client, context.cwd, listing), which)
  return showPromotion(await client[operation]({ params: { id: release.id } }))
}

function showPromotion(promotion: Promotion): Result {
  const { waves, wave, installations, health } = promotion
  const words = ({ requests, failed }: Promotion['health']['before']) => `${failed} of ${requests} requests failed`
  const text = facts([
    ['state', promotion.state],
    ['reason', promotion.reason],
    ['wave', `${wave + 1} of ${waves.length} (${waves[wave]} %)`],
    ['next wave', promotion.nextWaveAt],
    ['installations', `${installations.taken} of ${installations.given} took it, ${installations.total} in all`],
    ['before', words(health.before)],
    ['after', words(health.after)],
  ])
  return { data: promotion, text }
}
