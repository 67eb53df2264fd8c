import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, copyFile, mkdir, realpath, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { ImageConfig, ImageSource } from '../image-source.ts'
import { appSource } from './app-source.ts'
import { PROBES, probePrograms, SETUID_PROBE } from './probes.ts'

const run = promisify(execFile)

/** An image made of the running Node, the libraries it names, and the application whose moods the suite plays with. */
export async function appImage(): Promise<ImageSource> {
  const node = await realpath(process.execPath)
  const { stdout } = await run('ldd', [node])
  const libraries = [...new Set([...stdout.matchAll(/(\/\S+) \(0x/g)].map((match) => match[1] ?? ''))]
  const probes = probePrograms()
  const hash = createHash('sha256').update(node).update(appSource)
  for (const [name, program] of probes) hash.update(name).update(program)
  const digest = `sha256:${hash.digest('hex')}`
  return {
    digest,
    reference: `example.invalid/acme/moody@${digest}`,
    credential: null,
    async unpack(directory): Promise<ImageConfig> {
      await copyInto(directory, node, '/usr/bin/node')
      for (const library of libraries) await copyInto(directory, await realpath(library), library)
      await mkdir(join(directory, 'app'), { recursive: true })
      await writeFile(join(directory, 'app/main.mjs'), appSource)
      await mkdir(join(directory, PROBES))
      for (const [name, program] of probes) await writeFile(join(directory, PROBES, name), program, { mode: 0o755 })
      await chmod(join(directory, PROBES, SETUID_PROBE), 0o4755)
      await writeFile(join(directory, 'platform-app.json'), '{"name":"acme/moody","version":"1.0.0"}')
      return {
        env: ['PATH=/usr/bin', 'FROM_IMAGE=yes', 'SHADOWED=image'],
        entrypoint: ['node', '/app/main.mjs'],
        cmd: [],
        workingDir: '/app',
        user: '1000',
      }
    },
  }
}

async function copyInto(directory: string, source: string, path: string): Promise<void> {
  const target = join(directory, path)
  await mkdir(dirname(target), { recursive: true })
  await copyFile(source, target)
}
