import { existsSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { type Manifest, parseManifest } from '@mkt/manifest'
import type { Command } from 'commander'
import { Abort, wrongUsage } from '../../abort.ts'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { manifestName, openFolder, validManifest } from '../../services/app/app-folder.ts'
import type { Verdict } from '../../services/conformance/conformance-checks.ts'
import type { ConformanceOptions } from '../../services/conformance/run-conformance.ts'
import type { DevImage } from '../../services/dev/app-image.ts'
import { meantListing } from '../../services/listing/app-listing.ts'
import { openSession } from '../../services/platform/session.ts'
import { chooseRelease } from '../../services/release/releases.ts'
import { toolVersion } from '../../tool-version.ts'
import { portOf } from '../flag-values.ts'

interface Options {
  release?: string
  record?: boolean
  command?: string
  manifest?: string
  statePort: string
}

export function addConformance(program: Command, setup: Setup): void {
  const command = program
    .command('conformance [target]')
    .description(
      'drive an application in any language as the platform does, and say what it gets wrong: a folder, an image (an archive, an OCI layout, or a name in the local Docker or a registry), or the address of one that runs',
    )
    .option('--command <line>', 'start command of the folder, if package.json does not define one')
    .option('--release <version>', 'test the image of this release of the app in the folder, or of the named listing')
    .option('--record', 'with --release: keep the result, so that the listing shows whether the release conforms')
    .option(
      '--manifest <file>',
      'platform-app.json of an application that is given by its address (default: in this folder)',
    )
    .option(
      '--state-port <number>',
      'port of the state interface; start an application yourself with MKT_STATE_API at it',
      '0',
    )
  examples(command, [
    'mkt conformance',
    'mkt conformance my-app --command "python3 app.py"',
    'mkt conformance app.tar',
    'mkt conformance --release 1.4.0 --record',
    'mkt conformance registry.example.com/rater:7',
    'mkt conformance http://127.0.0.1:8080 --state-port 7099',
  ])
  act(command, setup, conformance)
}

async function conformance(context: Context, target = '.', options: Options): Promise<Result> {
  // Loaded late: no other command needs them.
  const { runConformance } = await import('../../services/conformance/run-conformance.ts')
  const statePort = portOf('--state-port', options.statePort)
  if (options.record === true && options.release === undefined)
    throw wrongUsage('--record is for a release.', 'Name it with --release <version>.')
  const { manifest, subject, close, record } =
    options.release === undefined
      ? await open(context, target, options)
      : await openRelease(context, target, options.release)
  const verdicts = await runConformance({
    manifest,
    target: subject,
    statePort,
    tell: ({ check, result, detail }) => {
      const mark = result === 'passed' ? '✓' : result === 'failed' ? '✗' : '–'
      context.say(`${mark} ${check}${detail === '' ? '' : `: ${detail}`}`)
    },
  }).finally(close)
  if (options.record === true) await record?.(verdicts)
  const failed = verdicts.filter(({ result }) => result === 'failed').length
  const text = failed === 0 ? 'It conforms.' : `${failed} of ${verdicts.length} checks failed.`
  return { data: { conforms: failed === 0, checks: verdicts }, text, exit: failed === 0 ? 0 : 1 }
}

interface Opened {
  manifest: Manifest
  subject: ConformanceOptions['target']
  close(): Promise<void>
  /** Keeps the result on the platform. */
  record?(verdicts: readonly Verdict[]): Promise<void>
}

/** The image of a release, from the registry of the platform. The target is its listing, by default that of the folder. */
async function openRelease(context: Context, target: string, version: string): Promise<Opened> {
  const { client, credentials } = openSession(context)
  const listing = await meantListing(client, context.cwd, target === '.' ? undefined : target)
  const release = await chooseRelease(client, async () => listing, version)
  const { openDevImage } = await import('../../services/dev/app-image.ts')
  const reference = `${new URL(credentials.url).host}/${listing.name}@${release.imageDigest}`
  const image = await openDevImage(reference, context.env, credentials)
  return {
    manifest: await manifestIn(image, reference),
    subject: { image },
    close: () => image.close(),
    async record(verdicts) {
      const checks = verdicts.map(({ check, result, detail }) => ({ check, result, detail: detail.slice(0, 500) }))
      const body = { imageDigest: release.imageDigest, tool: toolVersion(), checks }
      await client.recordConformance({ params: { id: release.id }, body })
      context.say(`Recorded for ${listing.name} ${release.version}.`)
    },
  }
}

async function open(context: Context, target: string, options: Options): Promise<Opened> {
  const close = async () => {}
  if (/^https?:\/\//.test(target))
    return { manifest: validManifest(openFolder(context.cwd, options.manifest)), subject: { url: target }, close }
  const path = resolve(context.cwd, target)
  if (isImage(path)) {
    if (options.command !== undefined)
      throw wrongUsage('--command has no effect on an image.', 'Leave it out: the image says what starts it.')
    const { openDevImage } = await import('../../services/dev/app-image.ts')
    const image = await openDevImage(existsSync(path) ? path : target, context.env)
    return { manifest: await manifestIn(image, target), subject: { image }, close: () => image.close() }
  }
  const folder = openFolder(context.cwd, target)
  const command = options.command ?? (await commandOf(context, folder.dir))
  return { manifest: validManifest(folder), subject: { dir: folder.dir, command }, close }
}

async function manifestIn(image: DevImage, name: string): Promise<Manifest> {
  const { manifest, problems } = parseManifest(image.manifest)
  if (manifest !== undefined && problems.length === 0) return manifest
  await image.close()
  throw new Abort('manifest_invalid', `The platform-app.json in ${name} has problems.`, {
    fix: 'See them with "mkt validate" in the folder of the app, and build the image again.',
  })
}

/** A file, a folder that holds an OCI layout, or a name that is nothing here. */
function isImage(path: string): boolean {
  if (!existsSync(path)) return true
  if (statSync(path).isDirectory()) return existsSync(join(path, 'oci-layout'))
  return basename(path) !== manifestName
}

async function commandOf(context: Context, dir: string): Promise<string> {
  const { startLine } = await import('../../services/app/app-language.ts')
  const { line, imageProblem } = await startLine(dir)
  if (imageProblem !== undefined) context.say(`note: mkt build would refuse this: ${imageProblem}`)
  return line
}
