import { type Architecture, type BuildReport, type NodeImagePlan, planNodeImage } from '@mkt/oci'

export interface ListedImage {
  program: BuildReport['program']
  runtime: string
  files: { layer: string; path: string; size: number }[]
  leftOut: BuildReport['leftOut']
}

/** What an image of the folder would hold beside its runtime, file by file. */
export async function listImage(dir: string, architecture: Architecture = 'amd64'): Promise<ListedImage> {
  const plan = await planNodeImage({ dir, architecture })
  const { program, runtime, leftOut } = plan
  const files = (['dependencies', 'assets', 'code'] as const).flatMap((layer) => filesOf(layer, plan[layer]))
  return {
    program: { origin: program.origin, line: program.line },
    runtime: `Node ${runtime.version} ${runtime.origin}`,
    files,
    leftOut,
  }
}

function filesOf(layer: string, tree: NodeImagePlan['code']): ListedImage['files'] {
  const sorted = [...tree.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
  return sorted.map((item) => ({ layer, path: `/${item.path}`, size: item.type === 'file' ? item.size : 0 }))
}
