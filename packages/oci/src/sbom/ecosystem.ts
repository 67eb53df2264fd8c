import type { FoundPackage } from './component.ts'
import type { Distribution } from './purl.ts'

/** The ecosystem of a package by the name that OSV gives it; null where OSV has no data for it. */
export function ecosystemOf({ type }: FoundPackage, distribution: Distribution | null): string | null {
  switch (type) {
    case 'npm':
      return 'npm'
    case 'pypi':
      return 'PyPI'
    case 'maven':
      return 'Maven'
    case 'golang':
      return 'Go'
    case 'deb':
    case 'apk':
      return distributionEcosystem(distribution)
    case 'generic':
      return null
  }
}

function distributionEcosystem(distribution: Distribution | null): string | null {
  if (distribution === null) return null
  const { id, version } = distribution
  const [major = '', minor = ''] = version.split('.')
  switch (id) {
    case 'debian':
      return major === '' ? null : `Debian:${major}`
    case 'ubuntu':
      return minor === '' ? null : `Ubuntu:${major}.${minor}${isLongTerm(major, minor) ? ':LTS' : ''}`
    case 'alpine':
      return minor === '' ? null : `Alpine:v${major}.${minor}`
    case 'wolfi':
      return 'Wolfi'
    case 'chainguard':
      return 'Chainguard'
    default:
      return null
  }
}

/** Ubuntu's April releases of even years are supported for years and named so. */
function isLongTerm(major: string, minor: string): boolean {
  return minor === '04' && Number(major) % 2 === 0
}
