import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { ImageSource } from '../image-source.ts'
import { appImage } from './app-image.ts'
import { buildForeignClients, foreignClients } from './foreign-clients.ts'

const run = promisify(execFile)

/** Where the clients of other languages lie in the image. */
export const CLIENTS = '/opt/clients'
export const UNDICI = '/opt/undici'
const undici = fileURLToPath(new URL('../../../../node_modules/undici', import.meta.url))
const requests = '/usr/lib/python3/dist-packages/requests'

/** Programs of this machine that know nothing of the platform, where they are installed. */
export const tools = {
  curl: existsSync('/usr/bin/curl') ? '/usr/bin/curl' : null,
  python: existsSync('/usr/bin/python3') ? '/usr/bin/python3' : null,
  requests: existsSync('/usr/bin/python3') && existsSync(requests),
  ...foreignClients,
}

/** The application of the suite with other clients beside it. */
export async function toolImage(): Promise<ImageSource> {
  const image = await appImage()
  const programs = [tools.curl, tools.python].filter((program) => program !== null)
  const clients = await buildForeignClients()
  const libraries = new Set<string>()
  const linked = clients !== null && tools.java ? [join(clients, 'java/bin/java'), ...javaLibraries(clients)] : []
  for (const program of [...programs, ...linked])
    for (const library of await librariesOf(program)) if (!library.startsWith(clients ?? '\0')) libraries.add(library)
  const folders = await pythonFolders()
  const digest = `sha256:${createHash('sha256')
    .update(image.digest)
    .update([...libraries, clients, ...folders].join())
    .digest('hex')}`
  return {
    ...image,
    digest,
    reference: `example.invalid/acme/tools@${digest}`,
    async unpack(directory) {
      const config = await image.unpack(directory)
      for (const path of [...programs, ...libraries, ...folders]) await copyInto(directory, path)
      await copyInto(directory, undici, UNDICI)
      if (clients !== null) await copyInto(directory, clients, CLIENTS)
      return config
    },
  }
}

/** What the Java runtime opens by itself while it connects. */
const javaLibraries = (clients: string) =>
  ['libjava.so', 'libnet.so', 'libnio.so', 'server/libjvm.so'].map((name) => join(clients, 'java/lib', name))

async function librariesOf(program: string): Promise<string[]> {
  const { stdout } = await run('ldd', [await realpath(program)])
  return [...stdout.matchAll(/(\/\S+) \(0x/g)].map((match) => match[1] ?? '')
}

/** The library of Python, and what `requests` imports beside it. */
async function pythonFolders(): Promise<string[]> {
  if (tools.python === null) return []
  const program = `import os, sys
try: import requests
except ImportError: pass
files = [os.path.join('${dirname(requests)}', name) for name in {module.split('.')[0] for module in sys.modules}]
print('\\n'.join([os.path.dirname(os.__file__)] + sorted(found for file in files for found in [file, file + '.py'] if os.path.exists(found))))`
  const { stdout } = await run('/usr/bin/python3', ['-c', program])
  return stdout.trim().split('\n')
}

async function copyInto(directory: string, path: string, place = path): Promise<void> {
  const target = join(directory, place)
  await mkdir(dirname(target), { recursive: true })
  const skipped = /\/(test|idlelib|ensurepip|site-packages|dist-packages|__pycache__)$/
  await cp(await realpath(path), target, { recursive: true, force: true, filter: (source) => !skipped.test(source) })
}
