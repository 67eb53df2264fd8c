import type { FileFacts, FoundPackage } from '../component.ts'
import { goInfoBytes, goMagic, readGoBuildInfo } from './go.ts'

const elfMagic = Buffer.from('\x7fELF', 'latin1')
/** Kept from chunk to chunk, so that nothing is missed at their borders. */
const overlap = 256

/**
 * Reads an executable as it streams by: the build information of Go programs and the version of the Node and Python runtimes.
 * No more than one window is held.
 */
export async function readExecutable(name: string, body: AsyncIterable<Buffer>): Promise<FileFacts> {
  const runtime = runtimeOf(name)
  const packages: FoundPackage[] = []
  const scan = { go: undefined as FileFacts | 'old' | undefined, old: false, version: undefined as string | undefined }
  let held: Buffer = Buffer.alloc(0)
  let first = true
  /** Offset of `held` in the file. */
  let offset = 0
  /** Build information whose end is not there yet, with its place in `held`. */
  let waiting: number | undefined
  for await (const chunk of body) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    if (first && held.length < 4) continue
    if (first && !held.subarray(0, 4).equals(elfMagic)) return {}
    first = false
    if (runtime !== undefined && scan.version === undefined && held.includes(runtime.hint, 0, 'latin1'))
      scan.version = runtime.pattern.exec(held.toString('latin1'))?.[1]
    if (scan.go === undefined) waiting = findGo(held, offset, scan, waiting ?? 0)
    const keep = waiting === undefined ? Math.min(held.length, overlap) : held.length - waiting
    offset += held.length - keep
    held = Buffer.from(held.subarray(held.length - keep))
    if (waiting !== undefined) waiting = 0
  }
  if (waiting !== undefined && scan.go === undefined) settle(held.subarray(waiting), scan)
  if (scan.version !== undefined && runtime !== undefined)
    packages.push({ type: 'generic', name: runtime.name, version: scan.version })
  if (scan.go !== undefined && scan.go !== 'old') packages.push(...(scan.go.packages ?? []))
  const unread =
    scan.go === undefined && scan.old
      ? [{ path: '', reason: 'is a Go program of before 1.18, whose build information has another form' }]
      : []
  return { packages, unread }
}

type Scan = { go: FileFacts | 'old' | undefined; old: boolean }

/** Looks for the mark of Go; answers where build information begins whose end is still to come. */
function findGo(held: Buffer, offset: number, scan: Scan, from: number): number | undefined {
  for (let at = held.indexOf(goMagic, from); at !== -1; at = held.indexOf(goMagic, at + 1)) {
    if ((offset + at) % 16 !== 0) continue
    if (held.length - at < goInfoBytes) return at
    settle(held.subarray(at, at + goInfoBytes), scan)
    if (scan.go !== undefined) return undefined
  }
  return undefined
}

function settle(bytes: Buffer, scan: Scan): void {
  // Another mark may follow one that only looked like it.
  for (let at = bytes.indexOf(goMagic); at !== -1; at = bytes.indexOf(goMagic, at + 1)) {
    const facts = readGoBuildInfo(bytes.subarray(at))
    if (facts === 'old') scan.old = true
    else if (facts !== undefined) {
      scan.go = facts
      return
    }
  }
}

/** The runtimes recognized by the name of their file. The hint is cheap to look for and stands where the pattern fits. */
function runtimeOf(name: string): { name: string; hint: string; pattern: RegExp } | undefined {
  if (name === 'node' || name === 'nodejs')
    return { name: 'node', hint: '/node-v', pattern: /\/node-v(\d+\.\d+\.\d+)(?:-headers)?\.tar\.gz/ }
  const python = /^(?:lib)?python(3\.\d{1,2})(?:\.so(?:\.1\.0)?)?$/.exec(name)?.[1]
  if (python === undefined) return undefined
  const pattern = new RegExp(`\\0(${python.replace('.', '\\.')}\\.\\d{1,2}[+abrc0-9]*)\\0`)
  return { name: 'python', hint: `\0${python}.`, pattern }
}
