import { resolve } from 'node:path'
import { parseVersion } from '@mkt/manifest'
import type { Command } from 'commander'
import { wrongUsage } from '../../abort.ts'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { interruptible } from '../../interruptible.ts'
import { showProgress } from '../../progress.ts'
import { checkFolder, describeProblem, openFolder } from '../../services/app/app-folder.ts'
import { type DeployStep, deployApp } from '../../services/deploy/deploy-app.ts'
import { readSigningKey } from '../../services/deploy/read-signing-key.ts'
import { repairDeploy } from '../../services/deploy/repair-deploy.ts'
import type { ImageChoice } from '../../services/image/image-choice.ts'
import { openSession } from '../../services/platform/session.ts'
import { readNotes } from '../../services/release/release-notes.ts'
import { deploySummary } from '../../views/show-deploy.ts'
import { builderOf } from '../flag-values.ts'

interface Options {
  image?: string
  archive?: string
  builder?: string
  dockerfile: boolean
  buildScript: boolean
  version?: string
  dryRun?: boolean
  promote?: boolean
  sign?: string
  notes?: string
  notesFile?: string
  wait: boolean
  try: boolean
}

export function addDeploy(program: Command, setup: Setup): void {
  const command = program
    .command('deploy [dir]')
    .alias('publish')
    .description('raise the version, build or take the image, try it, push it and release it')
    .option('--image <ref>', 'deploy this image of the local Docker or of a registry')
    .option('--archive <file>', 'deploy this image archive (OCI or docker save)')
    .option('--builder <which>', 'how to build: auto, node (without a daemon) or docker (from the Dockerfile)', 'auto')
    .option('--no-dockerfile', 'do not use the Dockerfile of the folder')
    .option('--no-build-script', 'do not run the script "build" of package.json first')
    .option('--version <x.y.z>', 'deploy exactly this version without raising')
    .option('--dry-run', 'check and build, but change nothing')
    .option('--promote', 'promote the release to customers once it is live')
    .option('--sign <key.pem>', 'sign the image with this private key (its passphrase: MKT_SIGN_PASSPHRASE)')
    .option('--notes <markdown>', 'release notes, shown to customers with the offer of the release')
    .option('--notes-file <file>', 'the same from a Markdown file')
    .option('--no-try', 'do not start the image on this machine before the release')
    .option('--no-wait', 'do not follow the release until it is live')
  examples(command, [
    'mkt deploy',
    'mkt deploy my-app --dry-run',
    'mkt deploy --version 2.0.0 --promote',
    'mkt deploy --notes "Flood is rated by zone."',
    'mkt deploy --image acme/rater:latest',
    'docker save acme/rater -o rater.tar && mkt deploy --archive rater.tar',
  ])
  act(command, setup, deploy)
}

async function deploy(context: Context, dir: string | undefined, options: Options): Promise<Result> {
  const choice = choiceOf(context, options)
  if (options.version !== undefined && parseVersion(options.version) === undefined)
    throw wrongUsage(`"${options.version}" is not a version.`, 'Give three numbers such as 1.4.2.')
  const signingKey = options.sign === undefined ? undefined : readSigningKey(context, options.sign)
  const notes = readNotes(context.cwd, options)
  const opened = openFolder(context.cwd, dir)
  const session = openSession(context)
  const folder = await repairDeploy(opened, context, { needed: true, say: context.say })
  for (const warning of checkFolder(folder).warnings) context.say(describeProblem(warning))
  const lines: string[] = []
  const progress = showProgress<DeployStep>(context, titlesOf(options))
  const deployed = await interruptible(async (signal) => {
    try {
      return await deployApp({
        folder,
        session,
        choice,
        version: options.version,
        dryRun: options.dryRun === true,
        tries: options.try,
        notes,
        promote: options.promote === true,
        sign: signingKey,
        wait: options.wait,
        env: context.env,
        signal,
        onStep: progress.onStep,
        onNote: (line) => lines.push(line),
      })
    } catch (error) {
      await progress.end(false)
      throw error
    }
  })
  await progress.end(true)
  for (const line of lines) context.say(line)
  const data = options.dryRun ? { dryRun: true, ...deployed } : deployed
  return { data, text: deploySummary(deployed, options) }
}

function choiceOf(context: Context, options: Options): ImageChoice {
  const { image, archive, builder = 'auto' } = options
  if (image !== undefined && archive !== undefined)
    throw wrongUsage('--image and --archive exclude each other.', 'Give one of them.')
  if (image !== undefined) return { image }
  if (archive !== undefined) return { archive: resolve(context.cwd, archive) }
  return { build: builderOf(builder), ignoreDockerfile: !options.dockerfile, skipBuildScript: !options.buildScript }
}

function titlesOf(options: Options): Record<DeployStep, string> {
  const all: Record<DeployStep, string> = {
    check: 'Checking manifest and listing',
    build: (options.image ?? options.archive) ? 'Taking the image' : 'Building the image',
    try: 'Trying it on this machine',
    push: 'Pushing the image',
    release: 'Creating the release',
    live: 'Waiting until it is live',
    promote: 'Promoting it',
  }
  const done = options.dryRun ? 3 : options.promote ? 7 : options.wait ? 6 : 5
  const shown = Object.entries(all).slice(0, done)
  return Object.fromEntries(shown.filter(([step]) => step !== 'try' || options.try)) as Record<DeployStep, string>
}
