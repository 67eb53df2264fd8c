import type { Client } from '@mkt/contract/client'
import { type Command, Option } from 'commander'
import { wrongUsage } from '../../abort.ts'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { interruptible } from '../../interruptible.ts'
import { askConsent } from '../../prompts/ask.ts'
import { followInstallation } from '../../services/installation/installations.ts'
import { type Move, moveInstallation, moves, stateAfter } from '../../services/installation/move-installation.ts'
import { openInstallation } from '../../services/installation/open-installation.ts'
import { showInstallation } from '../../views/show-installation.ts'

const descriptions: Readonly<Record<Move, string>> = {
  start: 'start a stopped one, or try again after an error',
  stop: 'stop it: unregister in the tenant, then tell the app',
  uninstall: 'uninstall it: stop, tell the app, erase secrets',
}

export function addInstallationMoves(installations: Command, setup: Setup): void {
  for (const move of moves) {
    const command = installations
      .command(`${move} [installation]`)
      .description(descriptions[move])
      .option('--no-wait', 'do not wait for the end')
    if (move === 'uninstall') command.option('--yes', 'do not ask')
    act(command, setup, (context, named: string | undefined, options: MoveOptions) =>
      carryOut(context, move, named, options),
    )
  }
  addChange(installations, setup, 'pin', 'keep it on its release', { pinned: true })
  addChange(installations, setup, 'unpin', 'let it follow releases again', { pinned: false })
  const rename = installations.command('rename <name> [installation]').description('rename an installation')
  act(rename, setup, (context, name: string, named?: string) => change(context, named, { name }))
  const record = installations
    .command('record [installation]')
    .description('record payloads of calls, encrypted, for seven days unless the operator set another time')
    .option('--off', 'keep nothing of calls from now on')
  act(record, setup, (context, named: string | undefined, options: { off?: boolean }) =>
    change(context, named, { recording: options.off !== true }),
  )
  addOnFailure(installations, setup)
  const shadow = installations
    .command('shadow [installation]')
    .description('set a shadow release: it gets copies of live calls; its answers are compared, not used')
    .option('--release <id>', 'the release that gets copies')
    .option('--off', 'no copies any more')
  act(shadow, setup, (context, named: string | undefined, { release, off }: { release?: string; off?: boolean }) => {
    if ((release === undefined) === (off !== true))
      throw wrongUsage('Give --release or --off.', 'For example: mkt installations shadow acme/rater --release rel_…')
    return change(context, named, { shadowReleaseId: release ?? null })
  })
}

/** What the policy system gets when the app fails. */
function addOnFailure(installations: Command, setup: Setup): void {
  const command = installations
    .command('on-failure [installation]')
    .description('choose what the policy system gets when the app fails')
    .addOption(new Option('--autofill <what>', 'the error, or an empty update').choices(['block', 'skip']))
    .addOption(
      new Option('--rater <what>', 'the error, or the last answer to the same request').choices(['refuse', 'last']),
    )
    .option('--max-age <seconds>', 'how old that answer may be, 60 to 2592000')
  examples(command, ['mkt installations on-failure acme/rater --rater last --max-age 3600'])
  act(command, setup, (context, named: string | undefined, { autofill, rater, maxAge }: OnFailureOptions) => {
    if (maxAge !== undefined && !/^\d{2,7}$/.test(maxAge))
      throw wrongUsage(`"${maxAge}" is not a number of seconds.`, 'Give 60 to 2592000.')
    const onFailure = {
      ...(autofill === undefined ? {} : { autofill }),
      ...(rater === undefined ? {} : { rater }),
      ...(maxAge === undefined ? {} : { maxAgeSeconds: Number(maxAge) }),
    }
    return change(context, named, { onFailure })
  })
}

interface OnFailureOptions {
  autofill?: 'block' | 'skip'
  rater?: 'refuse' | 'last'
  maxAge?: string
}

interface MoveOptions {
  wait: boolean
  yes?: boolean
}

async function carryOut(
  context: Context,
  move: Move,
  named: string | undefined,
  { wait, yes }: MoveOptions,
): Promise<Result> {
  const { client, installation } = await openInstallation(context, named)
  const { listing, name, id } = installation
  if (move === 'uninstall')
    await askConsent(context, `Uninstall ${name} (${listing.name}, ${id}) and erase its secrets?`, yes)
  const moved = await moveInstallation(client, installation, move)
  if (!wait) return showInstallation(moved)
  return showInstallation(await interruptible((signal) => followInstallation(client, moved, stateAfter[move], signal)))
}

type Change = Parameters<Client['changeInstallation']>[0]['body']

function addChange(installations: Command, setup: Setup, name: string, description: string, body: Change): void {
  act(installations.command(`${name} [installation]`).description(description), setup, (context, named?: string) =>
    change(context, named, body),
  )
}

async function change(context: Context, named: string | undefined, body: Change): Promise<Result> {
  const { client, installation } = await openInstallation(context, named)
  return showInstallation(await client.changeInstallation({ params: { id: installation.id }, body }))
}
