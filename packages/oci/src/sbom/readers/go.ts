import type { FileFacts, FoundPackage } from '../component.ts'

/** What Go writes before the build information of an executable. */
export const goMagic = Buffer.from('\xff Go buildinf:', 'latin1')
/** As many bytes behind the mark as are read: module lists of large programs have some hundred kilobytes. */
export const goInfoBytes = 4 * 1024 * 1024

const headerSize = 32
const sentinelSize = 16

/** Reads the build information at the mark; undefined where it only looks like one, as in programs that read such marks. */
export function readGoBuildInfo(bytes: Buffer): FileFacts | 'old' | undefined {
  const flags = bytes[15] ?? 0
  const pointerSize = bytes[14] ?? 0
  if ((flags & 2) === 0) return (pointerSize === 4 || pointerSize === 8) && flags < 2 ? 'old' : undefined
  const version = text(bytes, headerSize)
  if (version === undefined || !/^(go\d|devel )/.test(version.value)) return undefined
  const modules = text(bytes, version.end)
  const packages: FoundPackage[] = [{ type: 'golang', name: 'stdlib', version: version.value.replace(/^go/, '') }]
  if (modules !== undefined && modules.value.length > 2 * sentinelSize)
    packages.push(...modulesOf(modules.value.slice(sentinelSize, -sentinelSize)))
  return { packages }
}

function modulesOf(info: string): FoundPackage[] {
  const found: FoundPackage[] = []
  for (const line of info.split('\n')) {
    const [kind, name, version] = line.split('\t')
    if (kind === '=>' && name && version) found[found.length - 1] = { type: 'golang', name, version }
    // The program itself has no version unless it was installed from a module.
    else if ((kind === 'dep' || (kind === 'mod' && version !== '(devel)')) && name && version)
      found.push({ type: 'golang', name, version })
  }
  return found
}

function text(bytes: Buffer, at: number): { value: string; end: number } | undefined {
  let length = 0
  let next = at
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = bytes[next]
    if (byte === undefined) return undefined
    next += 1
    length += (byte & 0x7f) * 2 ** shift
    if ((byte & 0x80) === 0) {
      if (next + length > bytes.length) return undefined
      return { value: bytes.toString('latin1', next, next + length), end: next + length }
    }
  }
  return undefined
}
