import { resolve } from 'node:path'
import { type Architecture, ownArchitecture } from '../build/architecture.ts'
import { assembleImage, type LayerPart, type LayerReport, manifestIn, runConfigOf } from '../build/assemble-image.ts'
import { defaultCacheDir } from '../build/cached-layer.ts'
import type { Image } from '../model.ts'
import type { BuildNodeImageOptions } from './build-options.ts'
import { nodePath, shellLayer } from './node-layer.ts'
import { type NodeImagePlan, planNodeImage } from './plan-node-image.ts'
import type { Program } from './start/program.ts'

/**
 * Builds an image of a Node application without Docker: a base layer (kept between builds), its dependencies, its assets,
 * its code and `platform-app.json` on top. Same input, same digest. Close the image to remove its temporary files.
 *
 * ```ts
 * const image = await buildNodeImage({ dir: './rater' })
 * await writeArchive(image, 'rater.tar', { name: 'acme/rater:1.2.0' })
 * await image.close()
 * ```
 */
export async function buildNodeImage(options: BuildNodeImageOptions): Promise<Image> {
  const dir = resolve(options.dir)
  const manifest = options.manifest ?? (await manifestIn(dir))
  const cacheDir = options.cacheDir ?? defaultCacheDir()
  const { architecture = 'amd64', host = ownArchitecture() } = options
  const plan = await planNodeImage(options)
  const { program, runtime, leftOut } = plan
  const layers: LayerReport[] = []
  const image = await assembleImage({
    layers: await layersOf(plan, cacheDir, architecture, host),
    architecture,
    manifest,
    config: runConfigOf(argvOf(program), { NODE_ENV: 'production', ...program.env, ...options.env }),
    cacheDir,
    onLayer: (layer) => layers.push(layer),
  })
  const { origin, line, remarks } = program
  options.onReport?.({
    program: { origin, line },
    runtime: `Node ${runtime.version} ${runtime.origin}`,
    layers,
    leftOut,
    remarks,
  })
  return image
}

async function layersOf(
  { program, base, dependencies, assets, code }: NodeImagePlan,
  cacheDir: string,
  architecture: Architecture,
  host: Architecture | undefined,
): Promise<LayerPart[]> {
  const shell: LayerPart[] =
    'shell' in program.command
      ? [{ name: 'shell', written: await shellLayer(cacheDir, base.libraries, architecture, host) }]
      : []
  return [
    { name: 'runtime', written: base.written },
    ...shell,
    { name: 'dependencies', tree: dependencies },
    { name: 'assets', tree: assets },
    { name: 'code', tree: code },
  ]
}

function argvOf({ command }: Program): string[] {
  if ('shell' in command) return ['/bin/sh', '-c', command.shell]
  const [program = '', ...args] = command.argv
  return [program === 'node' ? nodePath : program, ...args]
}
