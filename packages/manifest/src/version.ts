export type VersionPart = 'major' | 'minor' | 'patch'

export interface Version {
  major: number
  minor: number
  patch: number
}

const form = /^(0|[1-9][0-9]{0,8})\.(0|[1-9][0-9]{0,8})\.(0|[1-9][0-9]{0,8})$/

/** The highest number a part may have. */
const highest = 999_999_999

/** Reads a version of three numeric parts; undefined when it is none. */
export function parseVersion(text: string): Version | undefined {
  const match = form.exec(text)
  if (!match) return undefined
  return { major: Number(match[1]), minor: Number(match[2]), patch: Number(match[3]) }
}

function parsed(version: string): Version {
  const parts = parseVersion(version)
  if (!parts) throw new RangeError(`"${version}" is not a version of three numeric parts`)
  return parts
}

/** Negative when `a` is older than `b`, positive when newer, 0 when equal. Compares numbers, not text. */
export function compareVersions(a: string, b: string): number {
  const left = parsed(a)
  const right = parsed(b)
  return left.major - right.major || left.minor - right.minor || left.patch - right.patch
}

/**
 * Raises one part and sets those after it to 0. Throws a RangeError when that part is at its end.
 *
 * @example raiseVersion('1.4.2', 'minor') // '1.5.0'
 */
export function raiseVersion(version: string, part: VersionPart): string {
  const { major, minor, patch } = parsed(version)
  const raised = { major, minor, patch }[part] + 1
  if (raised > highest) throw new RangeError(`The ${part} part of ${version} cannot be raised any further`)
  if (part === 'major') return `${raised}.0.0`
  if (part === 'minor') return `${major}.${raised}.0`
  return `${major}.${minor}.${raised}`
}

/**
 * The version to take after this one: the second part raised; where that is at its end the third, then the first.
 * Undefined after the very last version there can be.
 *
 * @example nextVersion('1.4.2') // '1.5.0'
 */
export function nextVersion(version: string): string | undefined {
  const parts = parsed(version)
  const part = (['minor', 'patch', 'major'] as const).find((each) => parts[each] < highest)
  return part && raiseVersion(version, part)
}
