/** How many letters may differ: none in short words, where another word is as near. */
function allowedFor(word: string): number {
  if (word.length < 4) return 0
  return word.length < 8 ? 1 : 2
}

/**
 * The words of a search with each unknown one replaced by the known word that is spelled most alike; undefined where nothing
 * changes. The known words are in order of use, so that the more common of two equally near ones is taken.
 */
export function correctWords(q: string, known: readonly string[]): string | undefined {
  const words = (q.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, 10)
  const corrected = words.map((word) => nearest(word, known) ?? word)
  return corrected.every((word, index) => word === words[index]) ? undefined : corrected.join(' ')
}

function nearest(word: string, known: readonly string[]): string | undefined {
  // A search is by beginnings: what begins a known word is spelled right.
  if (known.some((one) => one.startsWith(word))) return undefined
  const allowed = allowedFor(word)
  let best: { word: string; distance: number } | undefined
  for (const candidate of known) {
    if (Math.abs(candidate.length - word.length) > allowed) continue
    const distance = editDistance(word, candidate, allowed)
    if (distance <= allowed && (best === undefined || distance < best.distance)) best = { word: candidate, distance }
  }
  return best?.word
}

/** Letters to add, drop, replace or swap with their neighbour until one word is the other; infinite once it is more than allowed. */
function editDistance(a: string, b: string, allowed: number): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1]
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1))
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) least = Math.min(least, (before[j - 2] ?? 0) + 1)
      next.push(least)
    }
    // A later row never gets below the least of this one.
    if (Math.min(...next) > allowed) return Number.POSITIVE_INFINITY
    before = row
    row = next
  }
  return row[b.length] ?? 0
}
