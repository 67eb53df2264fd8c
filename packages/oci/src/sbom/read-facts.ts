import { open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { readAll } from '../digest.ts'
import type { FileKind } from './classify.ts'
import type { FileFacts } from './component.ts'
import { readApk } from './readers/apk.ts'
import { readDpkg } from './readers/dpkg.ts'
import { readExecutable } from './readers/executable.ts'
import { type JarBudget, readJar } from './readers/jar.ts'
import { readJavaRelease } from './readers/java-release.ts'
import { readPackageJson, readPackageLock } from './readers/npm.ts'
import { readProperties } from './readers/properties.ts'
import { readPythonMetadata } from './readers/pypi.ts'
import { fileBytes } from './zip/byte-source.ts'

export interface Reading {
  /** A folder for jars that are being read; nothing stays in it. */
  scratch: string
  jars: JarBudget
}

export function beginReading(scratch: string): Reading {
  return { scratch, jars: { bytes: 4 * 1024 ** 3 } }
}

const MB = 1024 ** 2

type TextKind = Exclude<FileKind, 'jar' | 'executable'>

const texts: Record<TextKind, { maxBytes: number; read: (text: string) => FileFacts }> = {
  dpkg: { maxBytes: 64 * MB, read: readDpkg },
  apk: { maxBytes: 64 * MB, read: readApk },
  'package.json': { maxBytes: 4 * MB, read: (text) => readPackageJson(text, true) },
  'linked-package.json': { maxBytes: 4 * MB, read: (text) => readPackageJson(text, false) },
  'package-lock.json': { maxBytes: 64 * MB, read: readPackageLock },
  python: { maxBytes: 4 * MB, read: readPythonMetadata },
  'java-release': { maxBytes: MB, read: readJavaRelease },
  'os-release': { maxBytes: MB, read: (text) => ({ distribution: readProperties(text) }) },
}

const jarBytes = 1024 * MB

/** What one file tells. A file that cannot be read is named in `unread`; it never ends the reading of the others. */
export async function readFacts(
  kind: FileKind,
  path: string,
  body: AsyncIterable<Buffer>,
  reading: Reading,
): Promise<FileFacts> {
  try {
    if (kind === 'jar') return withShortNames(path, await readSpooled(path, body, reading))
    if (kind === 'executable')
      return withShortNames(path, named(path, await readExecutable(path.split('/').at(-1) ?? '', body)))
    const { maxBytes, read } = texts[kind]
    return withShortNames(path, read((await readAll(body, maxBytes, 'it')).toString('utf8')))
  } catch (error) {
    // Nothing depends on a package.json outside node_modules or a file that happens to be called release.
    if (kind === 'linked-package.json' || kind === 'java-release') return {}
    return { unread: [{ path, reason: (error as Error).message.split('\n')[0] ?? 'cannot be read' }] }
  }
}

const LONGEST_NAME = 512

/** Names and versions are compared, sorted and stored many times over; nobody gives a package a longer one. */
function withShortNames(path: string, facts: FileFacts): FileFacts {
  if (facts.packages === undefined) return facts
  const isShort = (text: string | undefined) => (text?.length ?? 0) <= LONGEST_NAME
  const kept = facts.packages.filter(({ namespace, name, version, architecture, source }) =>
    [namespace, name, version, architecture, source?.name, source?.version].every(isShort),
  )
  const packages = kept.map(({ license, ...found }) => (license && isShort(license) ? { ...found, license } : found))
  if (kept.length === facts.packages.length) return { ...facts, packages }
  const reason = `names a package by more than ${LONGEST_NAME} characters`
  return { ...facts, packages, unread: [...(facts.unread ?? []), { path, reason }] }
}

function named(path: string, facts: FileFacts): FileFacts {
  return { ...facts, unread: (facts.unread ?? []).map(({ reason }) => ({ path, reason })) }
}

/** A zip archive is read from its end, so it is written to disk first. */
async function readSpooled(path: string, body: AsyncIterable<Buffer>, { scratch, jars }: Reading): Promise<FileFacts> {
  const file = join(scratch, 'jar')
  const handle = await open(file, 'wx+', 0o600)
  try {
    let size = 0
    for await (const chunk of body) {
      size += chunk.length
      if (size > jarBytes) throw new Error(`is larger than ${jarBytes} bytes`)
      await handle.writeFile(chunk)
    }
    return await readJar(fileBytes(handle, size), path, jars)
  } finally {
    await handle.close()
    await unlink(file)
  }
}
