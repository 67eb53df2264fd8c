import { OciError } from '../oci-error.ts'

/** Splits `host[:port]/org/app[:tag][@digest]`; without a host, `registry` is absent. */
export function parseReference(_text: string): {
  registry?: string
  repository: string
  tag?: string
  digest?: string
} {
  throw new OciError('unsupported', 'not written yet')
}
