import type { Image, Limits } from './model.ts'
import { OciError } from './oci-error.ts'

/** One file as a container of this image would see it, or `undefined` when there is none. Nothing is written to disk. */
export async function readFile(
  _image: Image,
  _path: string,
  _options: { maxBytes?: number; limits?: Partial<Limits> } = {},
): Promise<Buffer | undefined> {
  throw new OciError('unsupported', 'not written yet')
}
