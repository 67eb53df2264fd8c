import { imageFrom } from './image.ts'
import { type BlobSource, defaultLimits, type Image, type Limits, type Repository } from './model.ts'
import { openArchive } from './sources/archive.ts'
import { openDocker } from './sources/docker.ts'
import { openLayout } from './sources/layout.ts'
import type { OpenedSource } from './sources/opened-source.ts'
import { openRepository } from './sources/repository.ts'

/**
 * Where an image can be opened from.
 *
 * - `layout`: an OCI layout directory; `reference` picks among several by name or digest.
 * - `archive`: a tar file (plain or gzip) holding an OCI layout or a docker-archive (`docker save`).
 * - `repository`: a registry; `reference` is a tag or a digest.
 * - `docker`: an image of a local Docker or Podman, asked through its socket (default `/var/run/docker.sock`).
 * - `blobs`: bytes kept anywhere else; `digest` names the manifest or index.
 */
export type ImageSource =
  | { layout: string; reference?: string }
  | { archive: string; reference?: string }
  | { repository: Repository; reference: string }
  | { docker: string; socket?: string }
  | { blobs: BlobSource; digest: string }

/**
 * Opens an image for reading; of an index it takes the linux/amd64 entry. Close it when done.
 *
 * ```ts
 * const image = await openImage({ archive: 'app.tar' })
 * const manifest = await readFile(image, '/platform-app.json')
 * await image.close()
 * ```
 */
export async function openImage(source: ImageSource, limits: Partial<Limits> = {}): Promise<Image> {
  const all = { ...defaultLimits, ...limits }
  const opened = await open(source, all)
  try {
    return await imageFrom(opened.source, opened.digest, all)
  } catch (error) {
    await opened.source.close?.()
    throw error
  }
}

async function open(source: ImageSource, limits: Limits): Promise<OpenedSource> {
  if ('layout' in source) return openLayout(source.layout, source.reference)
  if ('archive' in source) return openArchive(source.archive, source.reference, limits)
  if ('repository' in source) return openRepository(source.repository, source.reference, limits)
  if ('docker' in source) return openDocker(source.docker, source.socket ?? '/var/run/docker.sock', limits)
  return { source: source.blobs, digest: source.digest }
}
