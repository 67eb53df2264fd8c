import { resolve } from 'node:path'
import { architectures, ownArchitecture } from '../build/architecture.ts'
import { defaultCacheDir } from '../build/cached-layer.ts'
import { folderTrees, type LeftOut } from '../build/folder-tree.ts'
import { executableItem, type Tree } from '../build/tree.ts'
import { dependencyTree } from './application-tree.ts'
import type { BuildNodeImageOptions } from './build-options.ts'
import { checkNeeds } from './check-needs.ts'
import { placeDependencies } from './dependencies.ts'
import { nativeLibraries } from './native-libraries.ts'
import { nodeLayer } from './node-layer.ts'
import { chooseRuntime, type NodeRuntime } from './runtime.ts'
import { findProgram } from './start/find-program.ts'
import type { Program } from './start/program.ts'

/** What an image is going to hold. */
export interface NodeImagePlan {
  program: Program
  runtime: NodeRuntime
  dependencies: Tree
  assets: Tree
  code: Tree
  leftOut: LeftOut[]
  /** The layer of the runtime, and the libraries it has. */
  base: Awaited<ReturnType<typeof nodeLayer>>
}

/** Decides what goes into the image of a Node application, and refuses what would not run. */
export async function planNodeImage(options: BuildNodeImageOptions): Promise<NodeImagePlan> {
  const dir = resolve(options.dir)
  const cacheDir = options.cacheDir ?? defaultCacheDir()
  const program = await findProgram(dir, options.entry)
  const { architecture = 'amd64', host = ownArchitecture() } = options
  const runtime = await chooseRuntime({ dir, node: options.node, cacheDir, architecture, host })
  const base = await nodeLayer(runtime.path, cacheDir, architecture, host)
  const packages = await placeDependencies(dir, { cpu: architectures[architecture].cpu })
  const { tree: dependencies, natives } = await dependencyTree(packages)
  for (const [path, source] of await nativeLibraries(natives, base.libraries, architecture, host))
    dependencies.set(path, await executableItem(path, source))
  const trees = await folderTrees(dir, options)
  await checkNeeds(dir, program, { trees, packages: new Set(packages.map(({ name }) => name)) })
  return { program, runtime, base, dependencies, ...trees }
}
