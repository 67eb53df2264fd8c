import { limits } from '@mkt/contract/limits'

/** How much may be stored: bytes of one image, and of all images of an organization together. */
export interface Quota {
  imageBytes: number
  organizationBytes: number
}

export const defaultQuota: Quota = {
  imageBytes: limits.imageBytes.value,
  organizationBytes: limits.organizationBytes.value,
}

/** How many bytes in words, for messages about quotas. */
export function inWords(bytes: number): string {
  if (bytes >= 1024 ** 3) return `${round(bytes / 1024 ** 3)} GB`
  if (bytes >= 1024 ** 2) return `${round(bytes / 1024 ** 2)} MB`
  return `${bytes} bytes`
}

function round(value: number): string {
  return value.toFixed(1).replace(/\.0$/, '')
}
