/**
 * The known word that somebody most likely meant: the same except for case and separators, or one or two slips away.
 * Undefined when none is near, or two are equally near.
 *
 * @example closestWord('webhook', ['webhooks', 'autofill']) // 'webhooks'
 */
export function closestWord<Word extends string>(given: unknown, known: readonly Word[]): Word | undefined {
  if (typeof given !== 'string' || given.length > 64) return undefined
  const wanted = plain(given)
  const plainWords = known.map((word) => ({ word, letters: plain(word) }))
  const alike = plainWords.find(({ letters }) => letters === wanted)
  if (alike !== undefined) return alike.word
  const most = Math.min(2, Math.floor(given.length / 3))
  const near = plainWords
    .filter(({ letters }) => Math.abs(letters.length - wanted.length) <= most)
    .map(({ word, letters }) => ({ word, slips: slips(wanted, letters, most) }))
    .filter(({ slips }) => slips <= most)
    .toSorted((a, b) => a.slips - b.slips)
  const [first, second] = near
  return second !== undefined && second.slips === first?.slips ? undefined : first?.word
}

/** ` Did you mean "webhooks"?`, or nothing. */
export function didYouMean(given: unknown, known: readonly string[]): string {
  const word = closestWord(given, known)
  return word === undefined ? '' : ` Did you mean ${JSON.stringify(word)}?`
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[-_ ]/g, '')
}

/** How many letters were added, left out, mistaken or swapped with their neighbour; counting ends above `most`. */
function slips(a: string, b: string, most: number): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + cost)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) least = Math.min(least, (before[j - 2] ?? 0) + 1)
      next.push(least)
    }
    // A swap reaches one row further back than the others.
    if (Math.min(...row) > most && Math.min(...next) > most) return most + 1
    before = row
    row = next
  }
  return row[b.length] ?? 0
}
