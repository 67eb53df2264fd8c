/** Number of single-character edits (insert, delete, replace, swap of neighbours) from one word to the other. */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min((row[j - 1] ?? 0) + 1, (rows[i - 1]?.[j] ?? 0) + 1, (rows[i - 1]?.[j - 1] ?? 0) + same)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) least = Math.min(least, (rows[i - 2]?.[j - 2] ?? 0) + 1)
      row.push(least)
    }
    rows.push(row)
  }
  return rows[a.length]?.[b.length] ?? 0
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Longer names are no typo of anything here, and comparing them would cost time for nothing. */
const LONGEST = 64

/** The known name that was probably meant: one edit for short names, two for longer ones; spelling of case and dashes aside. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST) return undefined
  const allowed = plain(name).length < 5 ? 1 : 2
  return known
    .map((candidate) => ({ candidate, edits: distance(plain(name), plain(candidate)) }))
    .filter(({ edits }) => edits <= allowed)
    .sort((a, b) => a.edits - b.edits)[0]?.candidate
}

const SHOWN = 40

/** Says that a name is unknown, which one was probably meant, and which ones there are. */
export function unknownName(owner: string, kind: string, name: string, known: readonly string[]): string {
  const meant = nearest(name, known)
  const guess = meant === undefined ? '' : ` Did you mean "${meant}"?`
  const rest = known.length > SHOWN ? `, and ${known.length - SHOWN} more` : ''
  const all = known.length === 0 ? 'It has none.' : `It has: ${known.slice(0, SHOWN).join(', ')}${rest}.`
  return `${owner} has no ${kind} "${name.slice(0, LONGEST)}".${guess} ${all}`
}
