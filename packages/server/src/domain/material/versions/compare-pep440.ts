import { compareNumbers } from './compare-debian.ts'

const form =
  /^v?(?:(\d+)!)?(\d+(?:\.\d+)*)(?:[-_.]?(alpha|a|beta|b|preview|pre|c|rc)[-_.]?(\d*))?(?:-(\d+)|[-_.]?(post|rev|r)[-_.]?(\d*))?(?:[-_.]?(dev)[-_.]?(\d*))?(?:\+([a-z0-9]+(?:[-_.][a-z0-9]+)*))?$/i

const phases: Record<string, number> = { a: 0, alpha: 0, b: 1, beta: 1, c: 2, rc: 2, pre: 2, preview: 2 }

interface Parsed {
  epoch: string
  release: string[]
  /** Before a plain release: development of it first, then alpha, beta, candidate. */
  phase: [number, string]
  post: [number, string]
  dev: [number, string]
  local: string[]
}

/** The order of Python packages (PEP 440). What is no such version sorts before every one that is. */
export function comparePep440(a: string, b: string): number {
  const [one, other] = [parse(a), parse(b)]
  if (one === undefined || other === undefined)
    return one === other ? (a < b ? -1 : a > b ? 1 : 0) : one === undefined ? -1 : 1
  return (
    compareNumbers(one.epoch, other.epoch) ||
    compareLists(one.release, other.release) ||
    comparePairs(one.phase, other.phase) ||
    comparePairs(one.post, other.post) ||
    comparePairs(one.dev, other.dev) ||
    compareLocals(one.local, other.local)
  )
}

function parse(version: string): Parsed | undefined {
  const match = form.exec(version.trim())
  if (!match) return undefined
  const [, epoch = '0', release = '0', phase, phaseNumber, dashPost, post, postNumber, dev, devNumber, local] = match
  const hasPost = dashPost !== undefined || post !== undefined
  const plain: [number, string] = phase === undefined && !hasPost && dev !== undefined ? [-1, '0'] : [9, '0']
  return {
    epoch,
    release: release.split('.'),
    phase: phase === undefined ? plain : [phases[phase.toLowerCase()] ?? 2, phaseNumber || '0'],
    post: hasPost ? [1, dashPost ?? (postNumber || '0')] : [0, '0'],
    dev: dev === undefined ? [1, '0'] : [0, devNumber || '0'],
    local: local === undefined ? [] : local.toLowerCase().split(/[-_.]/),
  }
}

function compareLists(a: string[], b: string[]): number {
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const difference = compareNumbers(a[index] ?? '0', b[index] ?? '0')
    if (difference !== 0) return difference
  }
  return 0
}

function comparePairs(a: [number, string], b: [number, string]): number {
  return a[0] - b[0] || compareNumbers(a[1], b[1])
}

function compareLocals(a: string[], b: string[]): number {
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const [one, other] = [a[index], b[index]]
    if (one === undefined || other === undefined) return (one === undefined ? 0 : 1) - (other === undefined ? 0 : 1)
    const [isNumber, isOther] = [/^\d+$/.test(one), /^\d+$/.test(other)]
    const difference =
      isNumber && isOther
        ? compareNumbers(one, other)
        : isNumber !== isOther
          ? isNumber
            ? 1
            : -1
          : one < other
            ? -1
            : one > other
              ? 1
              : 0
    if (difference !== 0) return difference
  }
  return 0
}
