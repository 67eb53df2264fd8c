import type { Limits, Repository } from '../model.ts'
import { OciError } from '../oci-error.ts'
import type { OpenedSource } from './opened-source.ts'

export async function openRepository(_r: Repository, _reference: string, _limits: Limits): Promise<OpenedSource> {
  throw new OciError('unsupported', 'not written yet')
}
