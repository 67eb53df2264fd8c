type Version = readonly [number, number, number]
type Comparator = { operator: '>' | '>=' | '<' | '<=' | '='; version: Version }

/** Whether a version such as `v24.1.0` lies in a range of package.json: `>=20`, `^22.3 || 24.x`, `18 - 20`, `~22.1`. */
export function satisfiesRange(version: string, range: string): boolean {
  const found = /^v?(\d+)\.(\d+)\.(\d+)/.exec(version)
  if (!found) return false
  const own: Version = [Number(found[1]), Number(found[2]), Number(found[3])]
  return range.split('||').some((part) => comparatorsOf(part).every((each) => fits(own, each)))
}

function comparatorsOf(part: string): Comparator[] {
  const hyphen = /^\s*(\S+)\s+-\s+(\S+)\s*$/.exec(part)
  const text = hyphen ? `>=${hyphen[1]} <=${hyphen[2]}` : part.replace(/([<>=~^]+)\s+/g, '$1')
  return text
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
    .flatMap(comparator)
}

function comparator(word: string): Comparator[] {
  const [, operator = '', major = '', minor = '', patch = ''] =
    /^([<>=~^]*)v?(\d+|[xX*])?(?:\.(\d+|[xX*]))?(?:\.(\d+|[xX*]))?/.exec(word) ?? []
  const parts = [major, minor, patch].map((each) => (/^\d+$/.test(each) ? Number(each) : undefined))
  const [a, b, c] = parts
  if (a === undefined) return []
  const low: Version = [a, b ?? 0, c ?? 0]
  const above: Version = b === undefined ? [a + 1, 0, 0] : [a, b + 1, 0]
  const span = (end: Version): Comparator[] => [
    { operator: '>=', version: low },
    { operator: '<', version: end },
  ]
  if (operator === '^')
    return span(a > 0 || b === undefined ? [a + 1, 0, 0] : b > 0 || c === undefined ? [a, b + 1, 0] : [a, b, c + 1])
  if (operator === '~') return span(above)
  const whole = c !== undefined
  if (operator === '>') return [whole ? { operator: '>', version: low } : { operator: '>=', version: above }]
  if (operator === '<=') return [whole ? { operator: '<=', version: low } : { operator: '<', version: above }]
  if (operator === '>=' || operator === '<') return [{ operator, version: low }]
  return whole ? [{ operator: '=', version: low }] : span(above)
}

function fits(version: Version, { operator, version: other }: Comparator): boolean {
  const order = version[0] - other[0] || version[1] - other[1] || version[2] - other[2]
  if (operator === '>') return order > 0
  if (operator === '>=') return order >= 0
  if (operator === '<') return order < 0
  if (operator === '<=') return order <= 0
  return order === 0
}
