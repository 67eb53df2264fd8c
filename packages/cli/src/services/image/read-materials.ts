import { existsSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { type Image, openImage } from '@mkt/oci'
import { type Contents, readContents, readFolderContents, type SbomSubject } from '@mkt/oci/sbom'
import { openReference } from './open-reference.ts'

export interface Materials {
  contents: Contents
  subject: SbomSubject
}

/** Reads what a folder, an image archive, an OCI layout or an image is made of. Only an image of a registry needs the network. */
export async function readMaterials(
  target: string,
  options: { cwd: string; env: Readonly<Record<string, string | undefined>>; signal: AbortSignal },
): Promise<Materials> {
  const { signal } = options
  const path = resolve(options.cwd, target)
  const there = statSync(path, { throwIfNoEntry: false })
  if (there?.isDirectory() && !existsSync(join(path, 'oci-layout'))) {
    return { contents: await readFolderContents(path, { signal }), subject: { name: basename(path), version: '0' } }
  }
  const image = await openTarget(target, path, there, options.env)
  try {
    const subject = { name: there ? basename(path) : target, version: image.digest, digest: image.digest }
    return { contents: await readContents(image, { signal }), subject }
  } finally {
    await image.close()
  }
}

function openTarget(
  target: string,
  path: string,
  there: { isDirectory(): boolean } | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Image> {
  if (there === undefined) return openReference(target, { env })
  return openImage(there.isDirectory() ? { layout: path } : { archive: path })
}
