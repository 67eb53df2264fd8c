/** A word from the address; numbers count as words, anything else is not there. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string' && value !== '') return value
  if (typeof value === 'number') return String(value)
  return undefined
}

/** The named words of an address, without the empty ones: the state of a list lives in its address. */
export function wordsOf<Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>): { [name in Name]?: string } => {
    const words: { [name in Name]?: string } = {}
    for (const name of names) {
      const value = textOf(search[name])
      if (value !== undefined) words[name] = value
    }
    return words
  }
}

/** The named counts of an address, from one up; anything else is not there. */
export function countsOf<Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>): { [name in Name]?: number } => {
    const counts: { [name in Name]?: number } = {}
    for (const name of names) {
      const value = Number(textOf(search[name]))
      if (Number.isSafeInteger(value) && value >= 1) counts[name] = value
    }
    return counts
  }
}
