import { limits } from '@mkt/contract/limits'
import { inWords } from './quota.ts'

/** Why an organization may not run one more image, with which its images take so many bytes. */
export function overUnpacked(bytes: number): string {
  return `With its image, the images of this organization that run or ran in the last hour take ${inWords(bytes)} unpacked; at most ${inWords(limits.unpackedBytes.value)} are taken. An image counts in full until its contents are read. Make the images smaller, or end releases that are no longer needed and try again in an hour.`
}
