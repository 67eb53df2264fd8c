import { resolve } from 'node:path'
import { assembleImage, type LayerPart, type LayerReport, manifestIn, runConfigOf } from '../build/assemble-image.ts'
import { defaultCacheDir } from '../build/cached-layer.ts'
import type { LeftOut } from '../build/folder-tree.ts'
import type { Image } from '../model.ts'
import type { LanguageOptions } from './language-options.ts'

export interface ProgramParts {
  layers: readonly LayerPart[]
  argv: readonly string[]
  env?: Record<string, string>
  /** Where the command comes from: "app.py", "--cmd". */
  origin: string
  /** Such as "Python 3.11.7 of this machine". */
  runtime: string
  leftOut?: LeftOut[]
  /** Where it is started; `/app` unless given. */
  folder?: string
}

/** Puts the parts of a program together to an image, and reports them. */
export async function assembleProgram(options: LanguageOptions, parts: ProgramParts): Promise<Image> {
  const layers: LayerReport[] = []
  const argv = options.cmd ?? parts.argv
  const image = await assembleImage({
    layers: parts.layers,
    manifest: options.manifest ?? (await manifestIn(resolve(options.dir))),
    architecture: options.architecture ?? 'amd64',
    config: runConfigOf(argv, parts.env ?? {}, parts.folder),
    cacheDir: options.cacheDir ?? defaultCacheDir(),
    onLayer: (layer) => layers.push(layer),
  })
  options.onReport?.({
    program: { origin: options.cmd === undefined ? parts.origin : '--cmd', line: argv.join(' ') },
    runtime: parts.runtime,
    layers,
    leftOut: parts.leftOut ?? [],
    remarks: [],
  })
  return image
}
