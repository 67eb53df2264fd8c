import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Architecture } from '@mkt/oci'
import { languageOf } from '../app/app-language.ts'
import { type BuildDefinition, buildDefinitionOf } from '../app/build-definition.ts'
import { beyondOurs, runtimeMajor } from './beyond-ours.ts'
import { type BuildTool, findBuildTool } from './build-tool.ts'
import { type Builder, chooseBuilder } from './choose-builder.ts'

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
  /** What the image is for; default: amd64, which the platform runs. */
  architecture?: Architecture
}

/** Our own builder, or the build definition with what builds it here. */
export type FolderBuilder = { use: 'own' } | { use: 'dockerfile'; name: BuildDefinition; tool: BuildTool | undefined }

/** Looks at the folder and this machine and decides how an image of the folder is built. */
export function folderBuilder(
  dir: string,
  choice: BuildChoice,
  { env, note }: { env: Readonly<Record<string, string | undefined>>; note: (line: string) => void },
): FolderBuilder {
  if (choice.rootfs !== undefined) return { use: 'own' }
  const name = buildDefinitionOf(dir)
  const tool = findBuildTool(env)
  const { start, range } = packageFacts(dir)
  const nodeMajor = runtimeMajor(range, process.version)
  const chosen = chooseBuilder({
    dir,
    asked: choice.build,
    language: languageOf(dir),
    dockerfile: name && { name, beyond: beyondOurs(readFileSync(join(dir, name), 'utf8'), start, nodeMajor) },
    ignoreDockerfile: choice.ignoreDockerfile === true,
    tool: tool?.name,
  })
  if (chosen.why !== undefined) note(`${chosen.why}.`)
  return chosen.use === 'own' || name === undefined ? { use: 'own' } : { use: 'dockerfile', name, tool }
}

/** The start script, and the Node that package.json asks for. */
function packageFacts(dir: string): { start?: string | undefined; range?: string | undefined } {
  const file = join(dir, 'package.json')
  if (!existsSync(file)) return {}
  const { scripts, engines } = JSON.parse(readFileSync(file, 'utf8')) as {
    scripts?: { start?: string }
    engines?: { node?: string }
  }
  return { start: scripts?.start, range: engines?.node }
}
