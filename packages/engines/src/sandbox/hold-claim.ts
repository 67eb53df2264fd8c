import { guarded } from '../guarded.ts'
import { readRecord, writeRecord } from './instance-folder.ts'

/** Several times before it is taken for one that was left behind. */
const RENEW_MS = 15_000

/**
 * Renews the claim of an instance while its start waits, such as for an image that takes long to unpack: nobody takes this platform for one that died
 * meanwhile.
 */
export async function whileClaimed<Result>(folder: string, work: Promise<Result>): Promise<Result> {
  const renew = () => {
    const claim = readRecord(folder, 'claim')
    if (claim !== null) writeRecord(folder, 'claim', { ...claim, at: new Date().toISOString() })
  }
  // What cannot be written now fails where the start writes next.
  const timer = setInterval(
    guarded(() => {}, renew),
    RENEW_MS,
  )
  return work.finally(() => clearInterval(timer))
}
