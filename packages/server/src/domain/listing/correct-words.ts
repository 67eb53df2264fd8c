/** How many letters may differ: none in short words, where another word is as near. */
function allowedFor(word: string): number {
  if (word.length < 4) return 0
  return word.length < 8 ? 1 : 2
}

/** Correcting keeps everybody waiting, and a search of many unknown words is hardly a misspelt one. */
const MAX_CORRECTED = 3

/** A known word, and which letters it has, a bit for each: comparing those first leaves few words to be compared letter by letter. */
export interface KnownWord {
  word: string
  letters: number
}

export const knownWord = (word: string): KnownWord => ({ word, letters: lettersOf(word) })

/**
 * The words of a search with unknown ones replaced by the known word that is spelled most alike, the first three of them; undefined where
 * nothing changes. The known words are in order of use, so that the more common of two equally near ones is taken.
 */
export function correctWords(q: string, known: readonly KnownWord[]): string | undefined {
  const words = (q.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, 10)
  // A search is by beginnings: what begins a known word is spelled right.
  const unknown = words.filter((word) => !known.some((one) => one.word.startsWith(word))).slice(0, MAX_CORRECTED)
  const corrected = words.map((word) => (unknown.includes(word) ? (nearest(word, known) ?? word) : word))
  return corrected.every((word, index) => word === words[index]) ? undefined : corrected.join(' ')
}

function nearest(word: string, known: readonly KnownWord[]): string | undefined {
  const allowed = allowedFor(word)
  let best: { word: string; distance: number } | undefined
  for (const candidate of resembling(word, known)) {
    const distance = editDistance(word, candidate, allowed)
    if (distance <= allowed && (best === undefined || distance < best.distance)) best = { word: candidate, distance }
  }
  return best?.word
}

/** Known words that may be near enough: as long, and of the same letters, but for what an edit each can change. */
export function resembling(word: string, known: readonly KnownWord[]): string[] {
  const allowed = allowedFor(word)
  const letters = lettersOf(word)
  return (
    known
      .filter((one) => Math.abs(one.word.length - word.length) <= allowed)
      // One letter in place of another takes one bit away and adds one.
      .filter((one) => bitsOf(one.letters ^ letters) <= 2 * allowed)
      .map((one) => one.word)
  )
}

function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) % 32)
  return letters
}

function bitsOf(number: number): number {
  let bits = 0
  for (let left = number; left !== 0; left &= left - 1) bits += 1
  return bits
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
