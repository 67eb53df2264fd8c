import { mkdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { writeArchive } from '@mkt/oci'
import type { Command } from 'commander'
import { act, examples, type Setup } from '../add-command.ts'
import type { Context, Result } from '../context.ts'
import { openFolder, validManifest } from '../services/app/app-folder.ts'
import { repairDeploy } from '../services/deploy/repair-deploy.ts'
import { makeImage } from '../services/image/image-choice.ts'
import { builderOf } from './flag-values.ts'

interface Options {
  output?: string
  builder: string
}

export function addBuild(program: Command, setup: Setup): void {
  const command = program
    .command('build [dir]')
    .description('build the container image: a Node app without a daemon, others from the Dockerfile where Docker is')
    .option('-o, --output <file>', 'where to write the archive (default: .mkt/<app>-<version>.tar in the folder)')
    .option('--builder <which>', 'how to build: auto, node or docker', 'auto')
  examples(command, ['mkt build', 'mkt build my-app -o app.tar && docker load -i app.tar'])
  act(command, setup, build)
}

async function build(context: Context, dir: string | undefined, options: Options): Promise<Result> {
  const builder = builderOf(options.builder)
  const folder = await repairDeploy(openFolder(context.cwd, dir), context, { needed: false, say: context.say })
  const { name, version } = validManifest(folder)
  const app = name.split('/')[1] ?? name
  const file = options.output ? resolve(context.cwd, options.output) : join(folder.dir, '.mkt', `${app}-${version}.tar`)
  context.say(`Building ${name} ${version}`)
  const image = await makeImage(
    { build: builder },
    { folder, manifest: folder.text, name: `${name}:${version}`, env: context.env, say: context.say },
  )
  try {
    mkdirSync(dirname(file), { recursive: true })
    await writeArchive(image, file, { name: `${name}:${version}` })
    const size = image.layers.reduce((sum, layer) => sum + layer.size, 0)
    return {
      data: { name, version, imageDigest: image.digest, file, size },
      text: [
        `${name} ${version}: ${image.digest}, ${(size / 1e6).toFixed(1)} MB`,
        `Written to ${relative(context.cwd, file) || file}`,
      ],
    }
  } finally {
    await image.close()
  }
}
