import type { Image, LayerFile } from './model.ts'
import { OciError } from './oci-error.ts'

/** A new image: the given one with one more layer on top that holds the files. The given image must stay open. */
export async function appendLayer(_image: Image, _files: LayerFile[]): Promise<Image> {
  throw new OciError('unsupported', 'not written yet')
}
