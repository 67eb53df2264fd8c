import { compareApk } from './compare-apk.ts'
import { compareDebian } from './compare-debian.ts'
import { compareMaven } from './compare-maven.ts'
import { comparePep440 } from './compare-pep440.ts'
import { compareSemver } from './compare-semver.ts'

export type Compare = (a: string, b: string) => number

const orders: Record<string, Compare> = {
  Debian: compareDebian,
  Ubuntu: compareDebian,
  Alpine: compareApk,
  Wolfi: compareApk,
  Chainguard: compareApk,
  npm: compareSemver,
  Go: compareSemver,
  PyPI: comparePep440,
  Maven: compareMaven,
}

/** The ecosystems whose advisories are matched. */
export const ecosystems: readonly string[] = Object.keys(orders)

/** The ecosystem without its release: `Debian` of `Debian:12`. */
export function ecosystemBase(ecosystem: string): string {
  return ecosystem.split(':')[0] ?? ecosystem
}

/** The order of versions in an ecosystem; undefined where none is known. */
export function versionOrder(ecosystem: string): Compare | undefined {
  return orders[ecosystemBase(ecosystem)]
}
