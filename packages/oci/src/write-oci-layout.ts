import type { Image, TransferOptions } from './model.ts'
import { OciError } from './oci-error.ts'

/** Writes (or adds) the image to an OCI layout directory; `name` becomes its reference name. */
export async function writeOciLayout(
  _image: Image,
  _dir: string,
  _options: TransferOptions & { name?: string } = {},
): Promise<void> {
  throw new OciError('unsupported', 'not written yet')
}
