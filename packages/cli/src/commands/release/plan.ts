import type { Command } from 'commander'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { openFolder } from '../../services/app/app-folder.ts'
import { repairDeploy } from '../../services/deploy/repair-deploy.ts'
import { listedManifest } from '../../services/listing/listed-manifest.ts'
import { openSession } from '../../services/platform/session.ts'
import { showPlan } from '../../views/show-plan.ts'

interface Options {
  listing?: string
  exitCode?: boolean
}

export function addPlan(program: Command, setup: Setup): void {
  const command = program
    .command('plan [dir]')
    .description('list the installations that a manifest would break, and why, before a deploy')
    .option('--listing <id or name>', 'the listing (default: the name in the manifest)')
    .option('--exit-code', 'exit with 1 if an installation would need configuration')
  examples(command, ['mkt plan', 'mkt plan my-app --json', 'mkt plan --exit-code'])
  act(command, setup, plan)
}

async function plan(context: Context, dir: string | undefined, options: Options): Promise<Result> {
  const { client } = openSession(context)
  const folder = await repairDeploy(openFolder(context.cwd, dir), context, { needed: false, say: context.say })
  const { listing } = await listedManifest(client, folder, options.listing)
  const planned = await client.planRelease({ params: { id: listing.id }, body: { manifest: JSON.parse(folder.text) } })
  const breaks = planned.installations.needConfiguration > 0
  return { ...showPlan(planned), exit: options.exitCode && breaks ? 1 : 0 }
}
