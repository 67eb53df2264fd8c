import { readFileSync } from 'node:fs'

const USUAL = 1024

/** How many descriptors a process may have open, out of what the kernel says of its limits. */
export function openFilesIn(limits: string): number {
  const [, soft] = /^Max open files\s+(\d+|unlimited)/m.exec(limits) ?? []
  return soft === undefined || soft === 'unlimited' ? USUAL * USUAL : Number(soft)
}

/** How many descriptors this process may have open. */
export function descriptorLimit(): number {
  try {
    return openFilesIn(readFileSync('/proc/self/limits', 'utf8'))
  } catch {
    // Not Linux: what is usual elsewhere.
    return USUAL
  }
}
