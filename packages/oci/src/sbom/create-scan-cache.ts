import { type LayerScan, tookTooLong } from './layer-scan.ts'
import type { ScanCache } from './read-contents.ts'

/**
 * A cache in memory that holds about as many paths as given; the layers used least recently leave first. Images that come at the
 * same time wait for one reading of a layer that they share.
 */
export function createScanCache(mostPaths = 200_000): ScanCache {
  const held = new Map<string, LayerScan>()
  const running = new Map<string, Promise<LayerScan>>()
  let paths = 0
  // A file may declare many packages.
  const found = (scan: LayerScan) => scan.facts.reduce((sum, [, { packages }]) => sum + 1 + (packages?.length ?? 0), 0)
  const weight = (scan: LayerScan) => scan.replaced.length + found(scan) + 1

  function known(layer: string): LayerScan | undefined {
    const scan = held.get(layer)
    if (scan === undefined) return undefined
    held.delete(layer)
    held.set(layer, scan)
    return scan
  }

  function keep(layer: string, scan: LayerScan): LayerScan {
    if (weight(scan) > mostPaths / 4) return scan
    held.set(layer, scan)
    paths += weight(scan)
    for (const [oldest, old] of held) {
      if (paths <= mostPaths) break
      held.delete(oldest)
      paths -= weight(old)
    }
    return scan
  }

  return {
    async scan(layer, read, signal) {
      for (;;) {
        const scan = known(layer)
        if (scan !== undefined) return scan
        const other = running.get(layer)
        if (other === undefined) break
        // Somebody else's reading may fail for reasons of its own, such as its time limit.
        const theirs = await waitFor(other, signal)
        if (theirs !== undefined) return theirs
      }
      const work = read()
        .then((scan) => keep(layer, scan))
        .finally(() => running.delete(layer))
      running.set(layer, work)
      return work
    },
  }
}

/** What somebody else reads, or nothing where that fails; an error when one's own time is over before. */
async function waitFor(reading: Promise<LayerScan>, signal?: AbortSignal): Promise<LayerScan | undefined> {
  if (signal?.aborted) throw tookTooLong()
  const over = Promise.withResolvers<never>()
  const late = tookTooLong()
  const end = () => over.reject(late)
  signal?.addEventListener('abort', end)
  try {
    return await Promise.race([reading.catch(() => undefined), over.promise])
  } finally {
    signal?.removeEventListener('abort', end)
  }
}
