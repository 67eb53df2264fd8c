import { Failure } from '@mkt/contract/errors'
import { storageFailure } from '../../store/image/storage-failure.ts'

/** The refusal for what failed because of the storage of images; undefined where it failed for another reason. */
export function storageRefusal(error: unknown): Failure | undefined {
  const failure = storageFailure(error)
  if (failure === undefined) return undefined
  const options = { cause: error }
  if (failure === 'full')
    return new Failure('storage_full', 'The image storage is full. Tell the operator of the platform.', options)
  const words =
    failure === 'refused'
      ? 'The image storage refuses the platform. Tell its operator; nothing was changed.'
      : 'The image storage does not answer. Nothing was changed; try again in a moment.'
  return new Failure('storage_unavailable', words, { ...options, headers: { 'retry-after': '5' } })
}

/** Passes on what the storage does; where it fails, the caller is told so instead of hearing of a bug. */
export async function fromStorage<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw storageRefusal(error) ?? error
  }
}
