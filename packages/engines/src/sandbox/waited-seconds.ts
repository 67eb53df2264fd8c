import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const TOTAL = /^some .*total=(\d+)/m

/**
 * How long what runs in these cgroups waited for a processor: beside what it took, what it would have taken. Version 2 counts it; in version 1 the threads
 * that live are asked. Undefined where the kernel counts neither.
 */
export function waitedSeconds(folders: readonly string[], proc = '/proc'): number | undefined {
  for (const folder of folders) {
    const microseconds = TOTAL.exec(readText(join(folder, 'cpu.pressure')))?.[1]
    if (microseconds !== undefined) return Number(microseconds) / 1e6
    // Every hierarchy lists the same threads; that of the processor is the one with shares.
    if (readText(join(folder, 'cpu.shares')) === '') continue
    const threads = readText(join(folder, 'tasks')).split('\n').filter(Boolean)
    const waited = threads.map((thread) => readText(join(proc, thread, 'schedstat')).split(' ')[1])
    return waited.reduce((sum, nanoseconds) => sum + Number(nanoseconds ?? 0) / 1e9, 0)
  }
  return undefined
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Another controller's folder, an older kernel, or a thread that ended while we looked.
    return ''
  }
}
