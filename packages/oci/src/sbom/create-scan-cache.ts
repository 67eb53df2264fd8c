import type { LayerScan } from './layer-scan.ts'
import type { ScanCache } from './read-contents.ts'

/** A cache in memory that holds about as many paths as given; the layers used least recently leave first. */
export function createScanCache(mostPaths = 200_000): ScanCache {
  const held = new Map<string, LayerScan>()
  let paths = 0
  const weight = (scan: LayerScan) => scan.replaced.length + scan.facts.length + 1
  return {
    get(layer) {
      const scan = held.get(layer)
      if (scan === undefined) return undefined
      held.delete(layer)
      held.set(layer, scan)
      return scan
    },
    set(layer, scan) {
      if (held.has(layer) || weight(scan) > mostPaths / 4) return
      held.set(layer, scan)
      paths += weight(scan)
      for (const [oldest, old] of held) {
        if (paths <= mostPaths) return
        held.delete(oldest)
        paths -= weight(old)
      }
    },
  }
}
