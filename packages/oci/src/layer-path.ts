import { OciError } from './oci-error.ts'

export const whiteoutPrefix = '.wh.'
export const opaqueWhiteout = '.wh..wh..opq'

/** A layer's path as its components from the root; a path that climbs out of the image is refused. */
export function layerPath(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.includes('..'))
    throw new OciError('path_escape', `the layer holds ${JSON.stringify(path)}, which leaves the image`)
  if (path.includes('\0') || path.length > 4096 || parts.length > 256)
    throw new OciError('archive_invalid', `the layer holds a path that no file can have (${path.length} characters)`)
  return parts
}

/** What a whiteout named `base` in `directory` hides. One that names the directory itself, the one above or nothing is refused. */
export function whiteoutTarget(directory: string[], base: string): string[] {
  const name = base.slice(whiteoutPrefix.length)
  if (name === '' || name === '.' || name === '..')
    throw new OciError('path_escape', `the layer holds the whiteout ${JSON.stringify(base)}, which names no file`)
  return [...directory, name]
}

/** Where a symbolic link of a layer leads, as it is written. No file system takes a longer one. */
export function linkTarget(target: string): string {
  if (target.length > 4096)
    throw new OciError('archive_invalid', `the layer holds a link that no file can be (${target.length} characters)`)
  return target
}

/** Where a symbolic link leads, from the directory it is in; `..` at the root stays at the root, as in a container. */
export function followLink(directory: string[], target: string): string[] {
  const parts = target.startsWith('/') ? [] : [...directory]
  for (const part of target.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..') parts.pop()
    else parts.push(part)
  }
  return parts
}
