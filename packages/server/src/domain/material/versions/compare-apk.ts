import { compareNumbers } from './compare-debian.ts'

const suffixes = ['alpha', 'beta', 'pre', 'rc', '', 'cvs', 'svn', 'git', 'hg', 'p']

interface Parsed {
  numbers: string[]
  letter: string
  suffixes: { rank: number; number: string }[]
  revision: string
}

/** Alpine's order: numbers, a letter, suffixes such as `_rc1` or `_p2`, then the revision of the package. */
export function compareApk(a: string, b: string): number {
  const [one, other] = [parse(a), parse(b)]
  for (let index = 0; index < Math.max(one.numbers.length, other.numbers.length); index += 1) {
    const [left, right] = [one.numbers[index], other.numbers[index]]
    if (left === undefined || right === undefined) return (left === undefined ? 0 : 1) - (right === undefined ? 0 : 1)
    // Behind the first dot a number with a leading zero is a fraction.
    const fraction = index > 0 && (left.startsWith('0') || right.startsWith('0'))
    const difference = fraction ? compareTexts(left, right) : compareNumbers(left, right)
    if (difference !== 0) return difference
  }
  const byLetter = compareTexts(one.letter, other.letter)
  if (byLetter !== 0) return byLetter
  const plain = { rank: suffixes.indexOf(''), number: '' }
  for (let index = 0; index < Math.max(one.suffixes.length, other.suffixes.length); index += 1) {
    const [left, right] = [one.suffixes[index] ?? plain, other.suffixes[index] ?? plain]
    const difference = left.rank - right.rank || compareNumbers(left.number, right.number)
    if (difference !== 0) return difference
  }
  return compareNumbers(one.revision, other.revision)
}

function parse(version: string): Parsed {
  const [, main = '', rest = '', revision = '0'] = /^([^_-]*)((?:_[a-z]+\d*)*)(?:.*?-r(\d+))?/.exec(version) ?? []
  const [, numbers = '', letter = ''] = /^([\d.]*)([a-z]?)/.exec(main) ?? []
  return {
    numbers: numbers.split('.').filter((part) => part !== ''),
    letter,
    suffixes: [...rest.matchAll(/_([a-z]+)(\d*)/g)].map(([, word = '', number = '']) => ({
      rank: suffixes.includes(word) ? suffixes.indexOf(word) : suffixes.length,
      number,
    })),
    revision,
  }
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
