import { parseVersion } from '@mkt/manifest'
import { type Command, Option } from 'commander'
import { wrongUsage } from '../../abort.ts'
import { act, examples, type Setup } from '../../add-command.ts'
import { collect } from '../../collect.ts'
import type { Context, Result } from '../../context.ts'
import { interruptible } from '../../interruptible.ts'
import { openInstallation } from '../../services/installation/open-installation.ts'
import { meantListing } from '../../services/listing/app-listing.ts'
import { openSession } from '../../services/platform/session.ts'
import { followTrial, passed } from '../../services/release/follow-trial.ts'
import { chooseRelease } from '../../services/release/releases.ts'
import { showTrial, showTrials } from '../../views/show-trial.ts'
import { facts } from '../../views/table.ts'
import { type GateOptions, gatesOf } from '../release/gates.ts'
import { type OnlyCallsOptions, onlyCallsOf } from './only-calls.ts'

interface RunOptions extends GateOptions, OnlyCallsOptions {
  installation: string
  listing?: string
  sample?: 'pinned' | 'recordings'
  openEgress?: boolean
  wait: boolean
}

export function addTrial(program: Command, setup: Setup): void {
  const trial = program.command('trial').description('test a release with calls of a customer before it is promoted')
  const run = trial
    .command('run <release>', { isDefault: true })
    .description('compare a release with the one an installation runs; exit code 1 when a gate is exceeded')
    .requiredOption('--installation <id>', 'the installation whose calls are used')
    .option('--listing <id or name>', 'the listing (default: that of this folder)')
    .addOption(new Option('--sample <which>', 'which calls').choices(['pinned', 'recordings']))
    .option('--from <time>', 'calls at this time or later, such as 2026-01-01T00:00:00Z')
    .option('--to <time>', 'calls before this time')
    .option('--calls <count>', 'the oldest calls, at most this many')
    .option('--policy <locator>', 'calls that name this policy; repeat it for more', collect)
    .option('--max-errors <count>', 'gate: calls and perils that are not priced any more')
    .option('--max-increase <percent>', 'gate: largest increase of one call')
    .option('--max-total-change <percent>', 'gate: change of all premiums of a currency together, in either direction')
    .option('--open-egress', 'let the containers of the trial reach what the release may reach')
    .option('--no-wait', 'do not wait for the report')
  examples(run, [
    'mkt trial run 1.4.0 --installation ins_… --max-errors 0 --max-increase 5',
    'mkt trial rel_… --installation ins_… --json',
    'mkt trial run 1.4.0 --installation ins_… --sample recordings --from 2026-11-01 --calls 500',
  ])
  act(run, setup, runTrial)
  act(trial.command('show <trial>').description('a trial with its report'), setup, async (context, id: string) =>
    showTrial(await openSession(context).client.getTrial({ params: { id } })),
  )
  act(
    trial.command('list [installation]').description('the trials with the calls of an installation'),
    setup,
    async (context, named: string | undefined) => {
      const { client, installation } = await openInstallation(context, named)
      return showTrials(await client.listTrials({ params: { id: installation.id } }))
    },
  )
  const sample = trial
    .command('sample [installation]')
    .description('show, pin or remove the calls that an installation keeps for trials')
    .option('--until <date>', 'keep the next calls, encrypted, up to 5,000, until this date')
    .option('--remove', 'remove the sample')
  examples(sample, ['mkt trial sample acme/rater --until 2027-01-31'])
  act(sample, setup, changeSample)
}

async function runTrial(context: Context, which: string, options: RunOptions): Promise<Result> {
  const gates = gatesOf(options)
  const only = onlyCallsOf(options)
  const { client } = openSession(context)
  // A customer tries a release by its id before it is promoted, and until then may not read it.
  const id =
    parseVersion(which) === undefined
      ? which
      : (await chooseRelease(client, () => meantListing(client, context.cwd, options.listing), which)).id
  const started = await client.createTrial({
    params: { id },
    body: {
      installationId: options.installation,
      gates,
      ...(Object.keys(only).length === 0 ? {} : { only }),
      ...(options.sample === undefined ? {} : { sample: options.sample }),
      ...(options.openEgress === true ? { openEgress: true } : {}),
    },
  })
  if (!options.wait) return showTrial(started)
  const ended = await interruptible((signal) =>
    followTrial(client, started, {
      signal,
      onProgress: ({ done, calls }) => context.say(`${done} of ${calls} calls are compared`),
    }),
  )
  return { ...showTrial(ended), exit: passed(ended) ? 0 : 1 }
}

async function changeSample(
  context: Context,
  named: string | undefined,
  { until, remove }: { until?: string; remove?: boolean },
): Promise<Result> {
  if (until !== undefined && Number.isNaN(Date.parse(until)))
    throw wrongUsage(`"${until}" is not a date.`, 'Give one such as 2027-01-31.')
  const { client, installation } = await openInstallation(context, named)
  const params = { id: installation.id }
  if (remove === true) await client.deleteSample({ params })
  const sample =
    until === undefined
      ? await client.getSample({ params })
      : await client.putSample({ params, body: { until: new Date(until).toISOString() } })
  const text = facts([
    ['until', sample.until ?? 'no sample is pinned'],
    ['calls', `${sample.calls} of ${sample.limit}`],
  ])
  return { data: sample, text }
}
