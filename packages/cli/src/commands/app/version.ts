import type { VersionPart } from '@mkt/manifest'
import type { Command } from 'commander'
import { wrongUsage } from '../../abort.ts'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { openFolder, validManifest, withVersion, writeManifest } from '../../services/app/app-folder.ts'
import { raisePart } from '../../services/app/raise-part.ts'
import { repairDeploy } from '../../services/deploy/repair-deploy.ts'

const parts = ['major', 'minor', 'patch']

export function addVersion(program: Command, setup: Setup): void {
  const command = program
    .command('version <part> [dir]')
    .description('raise a part of the version: major, minor or patch; lower parts become 0')
  examples(command, ['mkt version patch', 'mkt version major my-app'])
  act(command, setup, version)
}

async function version(context: Context, part: string, dir: string | undefined): Promise<Result> {
  if (!parts.includes(part)) throw wrongUsage(`"${part}" is not a part of a version.`, `Give ${parts.join(', ')}.`)
  const folder = await repairDeploy(openFolder(context.cwd, dir), context, { needed: true, say: context.say })
  const previous = validManifest(folder).version
  const raised = raisePart(previous, part as VersionPart)
  writeManifest(folder, withVersion(folder, raised))
  return { data: { previous, version: raised }, text: `${previous} → ${raised}` }
}
