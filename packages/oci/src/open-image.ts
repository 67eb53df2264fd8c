import type { BlobSource, Image, Limits, Repository } from './model.ts'
import { OciError } from './oci-error.ts'

/**
 * Where an image can be opened from.
 *
 * - `layout`: an OCI layout directory; `reference` picks among several by name or digest.
 * - `archive`: a tar file (plain or gzip) holding an OCI layout or a docker-archive (`docker save`).
 * - `repository`: a registry; `reference` is a tag or a digest.
 * - `docker`: an image of a local Docker or Podman, asked through its socket (default `DOCKER_HOST`'s usual socket).
 * - `blobs`: bytes kept anywhere else; `digest` names the manifest or index.
 */
export type ImageSource =
  | { layout: string; reference?: string }
  | { archive: string; reference?: string }
  | { repository: Repository; reference: string }
  | { docker: string; socket?: string }
  | { blobs: BlobSource; digest: string }

/** Opens an image for reading; of an index it takes the linux/amd64 entry. Close it when done. */
export async function openImage(_source: ImageSource, _limits?: Partial<Limits>): Promise<Image> {
  throw new OciError('unsupported', 'not written yet')
}
