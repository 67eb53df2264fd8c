/** Debian's order: epoch, upstream version, revision; `~` sorts before everything, even the end. */
export function compareDebian(a: string, b: string): number {
  const [one, other] = [parse(a), parse(b)]
  return (
    one.epoch - other.epoch || compareParts(one.upstream, other.upstream) || compareParts(one.revision, other.revision)
  )
}

function parse(version: string) {
  const colon = version.indexOf(':')
  const epoch = colon === -1 ? 0 : Number(version.slice(0, colon))
  const rest = version.slice(colon + 1)
  const dash = rest.lastIndexOf('-')
  return {
    epoch: Number.isSafeInteger(epoch) ? epoch : 0,
    upstream: dash === -1 ? rest : rest.slice(0, dash),
    revision: dash === -1 ? '' : rest.slice(dash + 1),
  }
}

function compareParts(a: string, b: string): number {
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    while ((i < a.length && !isDigit(a[i])) || (j < b.length && !isDigit(b[j]))) {
      const difference = weight(a[i]) - weight(b[j])
      if (difference !== 0) return difference
      i += 1
      j += 1
    }
    const [one, other] = [digits(a, i), digits(b, j)]
    i += one.length
    j += other.length
    const difference = compareNumbers(one, other)
    if (difference !== 0) return difference
  }
  return 0
}

/** Digits and the end weigh nothing, a tilde less; letters come before everything else. */
function weight(character: string | undefined): number {
  if (character === undefined || isDigit(character)) return 0
  if (character === '~') return -1
  return /[A-Za-z]/.test(character) ? character.charCodeAt(0) : character.charCodeAt(0) + 256
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9'
}

function digits(text: string, from: number): string {
  let end = from
  while (isDigit(text[end])) end += 1
  return text.slice(from, end)
}

/** Numbers of any length, without leading zeros. */
export function compareNumbers(a: string, b: string): number {
  const [one, other] = [a.replace(/^0+/, ''), b.replace(/^0+/, '')]
  return one.length - other.length || (one < other ? -1 : one > other ? 1 : 0)
}
