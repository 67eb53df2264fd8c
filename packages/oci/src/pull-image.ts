import type { Image, Repository, TransferOptions } from './model.ts'
import { openImage } from './open-image.ts'
import { writeOciLayout } from './write-oci-layout.ts'

/**
 * Pulls an image into an OCI layout directory, skipping blobs that are there, and opens it from there.
 *
 * ```ts
 * const image = await pullImage({ registry, repository: 'acme/rater', credentials }, '1.2.0', './cache')
 * ```
 */
export async function pullImage(
  from: Repository,
  reference: string,
  dir: string,
  options: TransferOptions = {},
): Promise<Image> {
  const remote = await openImage({ repository: from, reference })
  try {
    await writeOciLayout(remote, dir, { ...options, name: reference })
    return await openImage({ layout: dir, reference: remote.digest })
  } finally {
    await remote.close()
  }
}
