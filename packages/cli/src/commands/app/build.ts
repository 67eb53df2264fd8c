import { mkdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { type BuildReport, writeArchive } from '@mkt/oci'
import type { Command } from 'commander'
import { wrongUsage } from '../../abort.ts'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { openFolder, validManifest } from '../../services/app/app-folder.ts'
import { languageOf } from '../../services/app/app-language.ts'
import { repairDeploy } from '../../services/deploy/repair-deploy.ts'
import { type FolderBuilder, folderBuilder } from '../../services/image/folder-builder.ts'
import { makeImage } from '../../services/image/image-choice.ts'
import { listImage } from '../../services/image/list-image.ts'
import { reportLines } from '../../views/show-build.ts'
import { architectureOf, builderOf } from '../flag-values.ts'

interface Options {
  output?: string
  builder: string
  list?: boolean
  dockerfile: boolean
  buildScript: boolean
  rootfs?: string
  cmd?: string
  platform: string
}

export function addBuild(program: Command, setup: Setup): void {
  const command = program
    .command('build [dir]')
    .description('build the container image: Node, Python, Java and Go without a daemon, or from the Dockerfile')
    .option('-o, --output <file>', 'where to write the archive (default: .mkt/<app>-<version>.tar in the folder)')
    .option('--builder <which>', 'how to build: auto, node or docker', 'auto')
    .option('--list', 'show what would be in the image, and what is left out, without building it')
    .option('--no-dockerfile', 'do not use the Dockerfile of the folder')
    .option('--no-build-script', 'do not run the script "build" of package.json first')
    .option('--cmd <line>', 'start command, if the folder does not define one')
    .option('--rootfs <dir>', 'take this file tree as it is, for any language; needs --cmd')
    .option(
      '--platform <os/arch>',
      'what the image is for: linux/amd64, which the platform runs, or linux/arm64',
      'linux/amd64',
    )
  examples(command, [
    'mkt build',
    'mkt build --list',
    'mkt build --platform linux/arm64',
    'mkt build --rootfs out --cmd "/app/server --quiet"',
    'mkt build my-app -o app.tar && docker load -i app.tar',
  ])
  act(command, setup, build)
}

async function build(context: Context, dir: string | undefined, options: Options): Promise<Result> {
  const builder = builderOf(options.builder)
  const folder = await repairDeploy(openFolder(context.cwd, dir), context, { needed: false, say: context.say })
  const { name, version } = validManifest(folder)
  const choice = {
    build: builder,
    ignoreDockerfile: !options.dockerfile,
    skipBuildScript: !options.buildScript,
    architecture: architectureOf(options.platform),
    ...commandOf(context, options),
  }
  if (options.list) {
    refuseList(folder.dir, options, folderBuilder(folder.dir, choice, { env: context.env, note: context.say }))
    return listed(await listImage(folder.dir, choice.architecture))
  }
  const app = name.split('/')[1] ?? name
  const file = options.output ? resolve(context.cwd, options.output) : join(folder.dir, '.mkt', `${app}-${version}.tar`)
  context.say(`Building ${name} ${version}`)
  const reports: BuildReport[] = []
  const image = await makeImage(choice, {
    folder,
    manifest: folder.text,
    name: `${name}:${version}`,
    env: context.env,
    output: file,
    say: context.say,
    note: context.say,
    onReport: (report) => reports.push(report),
  })
  try {
    mkdirSync(dirname(file), { recursive: true })
    await writeArchive(image, file, { name: `${name}:${version}` })
    const size = image.layers.reduce((sum, layer) => sum + layer.size, 0)
    const { Entrypoint, Cmd } = image.config.config ?? {}
    const [report] = reports
    return {
      data: {
        name,
        version,
        imageDigest: image.digest,
        file,
        size,
        command: [...(Entrypoint ?? []), ...(Cmd ?? [])],
        ...(report === undefined ? {} : { report }),
      },
      text: [
        ...(report === undefined ? [] : reportLines(report)),
        `${name} ${version}: ${image.digest}, ${(size / 1e6).toFixed(1)} MB`,
        `Written to ${relative(context.cwd, file) || file}`,
      ],
    }
  } finally {
    await image.close()
  }
}

/** Only a Node image of our own is planned file by file before it is built. */
function refuseList(dir: string, { rootfs }: Options, builder: FolderBuilder): void {
  if (builder.use === 'dockerfile')
    throw wrongUsage(
      `--list cannot show an image that is built from the ${builder.name}: what is in it is known when it is built.`,
      'Give --no-dockerfile to list the image that mkt builds itself.',
    )
  const language = rootfs === undefined ? languageOf(dir) : 'rootfs'
  if (language === 'node' || language === undefined) return
  const what = language === 'rootfs' ? 'a file tree' : `an application in ${languageNames[language]}`
  throw wrongUsage(
    `--list shows what goes into an image of a Node application, not of ${what}.`,
    'Leave --list out: the build reports its layers and what it left out.',
  )
}

const languageNames = { python: 'Python', java: 'Java', go: 'Go' } as const

function commandOf(context: Context, { cmd, rootfs }: Options): { cmd?: string[]; rootfs?: string } {
  if (rootfs !== undefined && cmd === undefined)
    throw wrongUsage('--rootfs needs the command to start.', 'Give --cmd "/program of the tree".')
  return {
    ...(cmd === undefined ? {} : { cmd: cmd.trim().split(/\s+/) }),
    ...(rootfs === undefined ? {} : { rootfs: resolve(context.cwd, rootfs) }),
  }
}

function listed({ files, leftOut, program, runtime }: Awaited<ReturnType<typeof listImage>>): Result {
  const width = Math.max(12, ...files.map(({ layer }) => layer.length))
  return {
    data: { program, runtime, files, leftOut },
    text: [
      `starts    ${program.line} (${program.origin})`,
      `runtime   ${runtime}`,
      ...files.map(({ layer, path, size }) => `${layer.padEnd(width)} ${String(size).padStart(10)} ${path}`),
      ...leftOut.map(({ path, why }) => `${'left out'.padEnd(width)} ${''.padStart(10)} ${path} (${why})`),
    ],
  }
}
