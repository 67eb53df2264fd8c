import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { ImageSource } from '../image-source.ts'
import { appImage } from './app-image.ts'

const run = promisify(execFile)

/** Programs of this machine that know nothing of the platform, where they are installed. */
export const tools = {
  curl: existsSync('/usr/bin/curl') ? '/usr/bin/curl' : null,
  python: existsSync('/usr/bin/python3') ? '/usr/bin/python3' : null,
}

/** The application of the suite with curl and Python beside it. */
export async function toolImage(): Promise<ImageSource> {
  const image = await appImage()
  const programs = Object.values(tools).filter((program) => program !== null)
  const libraries = new Set<string>()
  for (const program of programs) for (const library of await librariesOf(program)) libraries.add(library)
  const python = tools.python === null ? null : await pythonLibrary()
  const digest = `sha256:${createHash('sha256')
    .update(image.digest)
    .update([...libraries].join())
    .digest('hex')}`
  return {
    ...image,
    digest,
    reference: `example.invalid/acme/tools@${digest}`,
    async unpack(directory) {
      const config = await image.unpack(directory)
      for (const path of [...programs, ...libraries]) await copyInto(directory, path)
      if (python !== null) await copyInto(directory, python)
      return config
    },
  }
}

async function librariesOf(program: string): Promise<string[]> {
  const { stdout } = await run('ldd', [await realpath(program)])
  return [...stdout.matchAll(/(\/\S+) \(0x/g)].map((match) => match[1] ?? '')
}

async function pythonLibrary(): Promise<string> {
  const { stdout } = await run('/usr/bin/python3', ['-c', 'import os; print(os.path.dirname(os.__file__))'])
  return stdout.trim()
}

async function copyInto(directory: string, path: string): Promise<void> {
  const target = join(directory, path)
  await mkdir(dirname(target), { recursive: true })
  const skipped = /\/(test|idlelib|ensurepip|site-packages|dist-packages|__pycache__)$/
  await cp(await realpath(path), target, { recursive: true, force: true, filter: (source) => !skipped.test(source) })
}
