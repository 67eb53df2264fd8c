import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Architecture, type Image, openImage } from '@mkt/oci'
import type { AppFolder } from '../app/app-folder.ts'
import { buildFailure } from './build-failure.ts'

type Env = Readonly<Record<string, string | undefined>>
type Tool = 'podman' | 'buildah'

interface BuildOptions {
  folder: AppFolder
  dockerfile: string
  name: string
  architecture: Architecture
  env: Env
  say: (line: string) => void
}

/** Builds from the Dockerfile with buildah or podman. Close the image to remove its files. */
export async function buildWithTool(
  tool: Tool,
  { folder, dockerfile, name, architecture, env, say }: BuildOptions,
): Promise<Image> {
  const work = mkdtempSync(join(tmpdir(), 'mkt-buildah-'))
  const remove = () => rmSync(work, { recursive: true, force: true })
  const reference = `localhost/mkt-build/${name}`
  const archive = join(work, 'image.tar')
  try {
    const build = [
      'build',
      '--platform',
      `linux/${architecture}`,
      '-f',
      join(folder.dir, dockerfile),
      '-t',
      reference,
      folder.dir,
    ]
    await run(tool, build, { env, say, dockerfile })
    await run(tool, ['push', reference, `oci-archive:${archive}`], { env, say, dockerfile })
    const image = await openImage({ archive })
    return { ...image, close: () => image.close().finally(remove) }
  } catch (error) {
    remove()
    throw error
  }
}

async function run(
  tool: Tool,
  args: string[],
  { env, say, dockerfile }: { env: Env; say: (line: string) => void; dockerfile: string },
): Promise<void> {
  const last: string[] = []
  const child = spawn(tool, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => {
      last.push(line)
      say(line)
    })
  const [code] = await once(child, 'close')
  if (code !== 0) throw buildFailure(last.slice(-10).join('\n'), dockerfile)
}
