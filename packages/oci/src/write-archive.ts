import type { Image } from './model.ts'
import { OciError } from './oci-error.ts'

/** Writes a tar that is an OCI layout and, for `docker load`, a docker-archive at once. */
export async function writeArchive(_image: Image, _file: string, _options: { name?: string } = {}): Promise<void> {
  throw new OciError('unsupported', 'not written yet')
}
