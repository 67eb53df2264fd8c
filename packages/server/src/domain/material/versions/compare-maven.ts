import { compareNumbers } from './compare-debian.ts'

/** Qualifiers in Maven's order; the empty one is the release itself. Others follow, by name. */
const qualifiers = ['alpha', 'beta', 'milestone', 'rc', 'snapshot', '', 'sp']
const aliases: Record<string, string> = { ga: '', final: '', release: '', cr: 'rc' }
const short: Record<string, string> = { a: 'alpha', b: 'beta', m: 'milestone' }

type Item = { number: string } | { word: string } | Item[]

/** The order of Maven artifacts: numbers, qualifiers that are known by name, and nested parts behind each hyphen. */
export function compareMaven(a: string, b: string): number {
  return compareLists(parse(a), parse(b))
}

function parse(version: string): Item[] {
  const root: Item[] = []
  let list = root
  const lists = [root]
  // A change between digits and letters separates like a hyphen.
  const tokens = version.toLowerCase().match(/\d+|[a-z_+~]+|[.-]/g) ?? []
  let last = '.'
  for (const [index, token] of tokens.entries()) {
    if (token === '.' || token === '-') {
      if (last === '.' || last === '-') list.push({ number: '0' })
      if (token === '-') list = nested(list, lists)
    } else {
      const before = tokens[index - 1]
      if (before !== undefined && before !== '.' && before !== '-') list = nested(list, lists)
      const followed = /^\d/.test(tokens[index + 1] ?? '')
      list.push(/^\d/.test(token) ? { number: token } : { word: named(token, followed) })
    }
    last = token
  }
  for (const each of lists.reverse()) trim(each)
  return root
}

function nested(list: Item[], lists: Item[][]): Item[] {
  const inner: Item[] = []
  list.push(inner)
  lists.push(inner)
  return inner
}

function named(token: string, followed: boolean): string {
  const word = followed ? (short[token] ?? token) : token
  return aliases[word] ?? word
}

/** What equals nothing at the end of a part does not count: 1.0.0 is 1. */
function trim(list: Item[]): void {
  for (let index = list.length - 1; index >= 0; index -= 1) {
    const item = list[index]
    if (item === undefined || compareItems(item, undefined) === 0) list.splice(index, 1)
    else if (!Array.isArray(item)) break
  }
}

function compareLists(a: Item[], b: Item[]): number {
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const [one, other] = [a[index], b[index]]
    const difference = one === undefined ? -compareItems(other as Item, undefined) : compareItems(one, other)
    if (difference !== 0) return difference
  }
  return 0
}

function compareItems(a: Item, b: Item | undefined): number {
  if (Array.isArray(a)) {
    if (b === undefined)
      return a.length === 0 ? 0 : (a.map((item) => compareItems(item, undefined)).find((each) => each !== 0) ?? 0)
    if (Array.isArray(b)) return compareLists(a, b)
    return 'number' in b ? -1 : 1
  }
  if ('number' in a) {
    if (b === undefined) return /^0*$/.test(a.number) ? 0 : 1
    return Array.isArray(b) || 'word' in b ? 1 : compareNumbers(a.number, b.number)
  }
  if (b === undefined) return compareWords(a.word, '')
  return Array.isArray(b) || 'number' in b ? -1 : compareWords(a.word, b.word)
}

function compareWords(a: string, b: string): number {
  const [one, other] = [rank(a), rank(b)]
  return one - other || (one < qualifiers.length ? 0 : a < b ? -1 : a > b ? 1 : 0)
}

function rank(word: string): number {
  const at = qualifiers.indexOf(word)
  return at === -1 ? qualifiers.length : at
}
