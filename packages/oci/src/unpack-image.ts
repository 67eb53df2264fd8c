import type { Image, Limits } from './model.ts'
import { OciError } from './oci-error.ts'

export interface UnpackOptions {
  limits?: Partial<Limits>
  signal?: AbortSignal
}

/**
 * Writes the image's final file tree into `dir` (made when absent, otherwise empty). Files belong to the caller, setuid
 * bits are dropped, device nodes left out; links are kept as they are, so the host must not follow them. On failure the
 * directory may be half full: the caller removes it.
 */
export async function unpackImage(_image: Image, _dir: string, _options: UnpackOptions = {}): Promise<void> {
  throw new OciError('unsupported', 'not written yet')
}
