import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  appendLayer,
  type BuildReport,
  buildGoImage,
  buildJavaImage,
  buildNodeImage,
  buildPythonImage,
  buildRootfsImage,
  type Image,
  OciError,
  openImage,
} from '@mkt/oci'
import { Abort } from '../../abort.ts'
import type { AppFolder } from '../app/app-folder.ts'
import { languageOf } from '../app/app-language.ts'
import type { Credentials } from '../platform/session.ts'
import { beyondOurs, runtimeMajor } from './beyond-ours.ts'
import { buildWithTool, daemonlessTool } from './buildah-build.ts'
import { type Builder, chooseBuilder } from './choose-builder.ts'
import { buildWithDocker, dockerSocket } from './docker-build.ts'
import { openReference } from './open-reference.ts'
import { refuseCommand } from './refuse-command.ts'
import { runBuildScript } from './run-build-script.ts'

/** How a folder is built, where somebody does not leave it to us. */
export interface BuildChoice {
  build: Builder
  /** `--no-dockerfile`. */
  ignoreDockerfile?: boolean
  /** `--no-build-script`. */
  skipBuildScript?: boolean
  /** The command to start, where the folder does not say. */
  cmd?: readonly string[]
  /** A file tree that somebody made. */
  rootfs?: string
}

/** Where the image comes from: built from the folder, or there already. */
export type ImageChoice = BuildChoice | { image: string } | { archive: string }

export interface MakeImageOptions {
  folder: AppFolder
  /** The text that goes to `/platform-app.json`. */
  manifest: string
  /** A name for the image that is built from a Dockerfile. */
  name: string
  env: Readonly<Record<string, string | undefined>>
  /** Given, images of the platform's own registry can be taken. */
  credentials?: Credentials | undefined
  /** A line of progress. */
  say: (line: string) => void
  /** A line to show when the image is there. */
  note: (line: string) => void
  onReport?: (report: BuildReport) => void
}

/** The image to deploy, with the manifest at its root. Close it when done. */
export async function makeImage(choice: ImageChoice, options: MakeImageOptions): Promise<Image> {
  const { manifest } = options
  if ('build' in choice) {
    const builder = builderOf(choice, options)
    if (choice.cmd !== undefined && choice.rootfs === undefined)
      refuseCommand(builder === 'own' ? languageOf(options.folder.dir) : dockerfileOf(options.folder))
    if (builder === 'own') return buildOwn(choice, options)
  }
  const image = await openChosen(choice, options)
  const { os, architecture } = image.platform
  if (os !== 'linux' || architecture !== 'amd64') {
    await image.close()
    throw new OciError(
      'platform_missing',
      `the image is for ${os}/${architecture}, and only linux/amd64 runs on the platform`,
    )
  }
  return appendLayer(image, [{ path: '/platform-app.json', content: manifest }])
}

async function buildOwn(choice: BuildChoice, options: MakeImageOptions): Promise<Image> {
  const { folder, manifest, env, say, note } = options
  const { dir } = folder
  const { rootfs, cmd } = choice
  const report = (built: BuildReport) => tell(built, options)
  const given = { dir, manifest, say, onReport: report, ...(cmd === undefined ? {} : { cmd }) }
  if (rootfs !== undefined) return buildRootfsImage({ ...given, rootfs })
  const language = languageOf(dir)
  if (language === 'python') return buildPythonImage(given)
  if (language === 'java') return buildJavaImage(given)
  if (language === 'go') return buildGoImage(given)
  await runBuildScript({ dir, wanted: choice.skipBuildScript !== true, env, say, note })
  return buildNodeImage({ dir, manifest, onReport: report })
}

function tell(report: BuildReport, { say, note, onReport }: MakeImageOptions): void {
  say(`starts ${report.program.line} (${report.program.origin}); runtime: ${report.runtime}`)
  for (const remark of report.remarks) note(`${remark}.`)
  const secrets = report.leftOut.filter(({ why }) => why === 'may hold secrets').map(({ path }) => path)
  if (secrets.length > 0) note(`Left out of the image, because they may hold secrets: ${secrets.join(', ')}`)
  onReport?.(report)
}

async function openChosen(choice: ImageChoice, options: MakeImageOptions): Promise<Image> {
  if ('archive' in choice) {
    const there = statSync(choice.archive, { throwIfNoEntry: false })
    if (!there)
      throw new Abort('archive_missing', `There is no file ${choice.archive}.`, { fix: 'Check the path of --archive.' })
    return openImage(there.isDirectory() ? { layout: choice.archive } : { archive: choice.archive })
  }
  if ('image' in choice) return openReference(choice.image, options)
  const tool = dockerSocket(options.env) === undefined ? daemonlessTool(options.env) : undefined
  if (tool !== undefined)
    return buildWithTool(tool, { ...options, dockerfile: dockerfileOf(options.folder) ?? 'Dockerfile' })
  const { socket, reference } = await buildWithDocker(options)
  return openImage({ docker: reference, socket })
}

function builderOf(choice: BuildChoice, { folder, env, note }: MakeImageOptions): 'own' | 'dockerfile' {
  if (choice.rootfs !== undefined) return 'own'
  const name = dockerfileOf(folder)
  const { start, range } = packageFacts(folder)
  const nodeMajor = runtimeMajor(range, process.version)
  const chosen = chooseBuilder({
    dir: folder.dir,
    asked: choice.build,
    language: languageOf(folder.dir),
    dockerfile: name && { name, beyond: beyondOurs(readFileSync(join(folder.dir, name), 'utf8'), start, nodeMajor) },
    ignoreDockerfile: choice.ignoreDockerfile === true,
    tool: dockerSocket(env) === undefined ? daemonlessTool(env) : 'docker',
  })
  if (chosen.why !== undefined) note(`${chosen.why}.`)
  return chosen.use
}

function dockerfileOf({ dir }: AppFolder): 'Dockerfile' | 'Containerfile' | undefined {
  return (['Dockerfile', 'Containerfile'] as const).find((name) => existsSync(join(dir, name)))
}

/** The start script, and the Node that package.json asks for. */
function packageFacts({ dir }: AppFolder): { start?: string | undefined; range?: string | undefined } {
  const file = join(dir, 'package.json')
  if (!existsSync(file)) return {}
  const { scripts, engines } = JSON.parse(readFileSync(file, 'utf8')) as {
    scripts?: { start?: string }
    engines?: { node?: string }
  }
  return { start: scripts?.start, range: engines?.node }
}
