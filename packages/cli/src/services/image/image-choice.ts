import { statSync } from 'node:fs'
import {
  type Architecture,
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
import { buildWithTool } from './buildah-build.ts'
import { buildWithDocker } from './docker-build.ts'
import { type BuildChoice, type FolderBuilder, folderBuilder } from './folder-builder.ts'
import { openReference } from './open-reference.ts'
import { refuseCommand } from './refuse-command.ts'
import { runBuildScript } from './run-build-script.ts'

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
  /** The archive that is going to be written: it is no part of the image. */
  output?: string
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
    const { dir } = options.folder
    const builder = folderBuilder(dir, choice, options)
    if (choice.cmd !== undefined && choice.rootfs === undefined)
      refuseCommand(builder.use === 'own' ? languageOf(dir) : builder.name)
    if (builder.use === 'own') return buildOwn(choice, options)
    const { architecture = 'amd64' } = choice
    return withManifest(await buildDefinition(builder, { ...options, architecture }), manifest, architecture)
  }
  return withManifest(await openGiven(choice, options), manifest)
}

async function withManifest(image: Image, manifest: string, wanted: Architecture = 'amd64'): Promise<Image> {
  const { os, architecture } = image.platform
  if (os !== 'linux' || architecture !== wanted) {
    await image.close()
    throw new OciError(
      'platform_missing',
      wanted === 'amd64'
        ? `the image is for ${os}/${architecture}, and only linux/amd64 runs on the platform`
        : `the image is for ${os}/${architecture}, and --platform asks for linux/${wanted}`,
    )
  }
  return appendLayer(image, [{ path: '/platform-app.json', content: manifest }])
}

async function buildOwn(choice: BuildChoice, options: MakeImageOptions): Promise<Image> {
  const { folder, manifest, env, say, note } = options
  const { dir } = folder
  const { rootfs, cmd, architecture = 'amd64' } = choice
  const report = (built: BuildReport) => tell(built, options)
  const output = options.output === undefined ? {} : { output: options.output }
  const given = { dir, manifest, say, architecture, onReport: report, ...output, ...(cmd === undefined ? {} : { cmd }) }
  if (rootfs !== undefined) return buildRootfsImage({ ...given, rootfs })
  const language = languageOf(dir)
  if (language === 'python') return buildPythonImage(given)
  if (language === 'java') return buildJavaImage(given)
  if (language === 'go') return buildGoImage(given)
  await runBuildScript({ dir, wanted: choice.skipBuildScript !== true, env, say, note })
  return buildNodeImage({ dir, manifest, architecture, onReport: report, ...output })
}

function tell(report: BuildReport, { say, note, onReport }: MakeImageOptions): void {
  say(`starts ${report.program.line} (${report.program.origin}); runtime: ${report.runtime}`)
  for (const remark of report.remarks) note(`${remark}.`)
  const secrets = report.leftOut.filter(({ why }) => why === 'may hold secrets').map(({ path }) => path)
  if (secrets.length > 0) note(`Left out of the image, because they may hold secrets: ${secrets.join(', ')}`)
  onReport?.(report)
}

async function openGiven(choice: Exclude<ImageChoice, BuildChoice>, options: MakeImageOptions): Promise<Image> {
  if ('archive' in choice) {
    const there = statSync(choice.archive, { throwIfNoEntry: false })
    if (!there)
      throw new Abort('archive_missing', `There is no file ${choice.archive}.`, { fix: 'Check the path of --archive.' })
    return openImage(there.isDirectory() ? { layout: choice.archive } : { archive: choice.archive })
  }
  return openReference(choice.image, options)
}

async function buildDefinition(
  { name: dockerfile, tool }: Extract<FolderBuilder, { use: 'dockerfile' }>,
  options: MakeImageOptions & { architecture: Architecture },
): Promise<Image> {
  const given = { ...options, dockerfile }
  if (tool !== undefined && tool.name !== 'docker') return buildWithTool(tool.name, given)
  const { socket, reference } = await buildWithDocker(tool?.socket, given)
  return openImage({ docker: reference, socket })
}
