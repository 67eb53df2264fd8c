import { withoutParameters } from '../route/path-segment.ts'
import { isCleanTarget, resolutions } from '../route/route-path.ts'

/** Where a request to the relay is meant for. */
export interface RelayTarget {
  /** The installation in the path; undefined where the application left it out. */
  installationId: string | undefined
  /** Below the address of the API, or below its origin where no installation is named. */
  path: string
  query: string
}

const INSTALLATION = /^\/(ins_[0-9a-z]{26})(?=\/|$)/

/**
 * Divides the target of a request: `/<installation>/<path>`. Applications that join addresses as `new URL('/policy', platformApiUrl)` lose the
 * installation; their token names it anyway, and the path is then one of the policy system's origin, as it is without the relay.
 */
export function splitRelayTarget(target: string): RelayTarget | undefined {
  if (!isCleanTarget(target)) return undefined
  const mark = target.indexOf('?')
  const whole = mark < 0 ? target : target.slice(0, mark)
  const query = mark < 0 ? '' : target.slice(mark)
  const installationId = INSTALLATION.exec(whole)?.[1]
  if (installationId === undefined) return { installationId, path: whole, query }
  return { installationId, path: whole.slice(installationId.length + 1), query }
}

/** The address of a policy system in the parts that links are made of. */
export interface ApiAddress {
  origin: string
  /** The path of the address without a slash at its end: empty, or `/api/v2`. */
  base: string
}

export function apiAddress(apiUrl: string): ApiAddress {
  const url = new URL(apiUrl)
  return { origin: url.origin, base: url.pathname.replace(/(?<!\/)\/+$/, '') }
}

/** What is asked of the policy system's origin. */
export function upstreamPath({ installationId, path }: RelayTarget, { base }: ApiAddress): string {
  const below = path === '' ? '' : path
  return (installationId === undefined ? below : base + below) || '/'
}

/**
 * The path below the address of the API, which rules are about, in each way that a policy system may read it; the whole path where it is outside of it.
 */
export function ruledPaths(target: RelayTarget, address: ApiAddress): string[] {
  // The address itself may be read in several ways, too.
  const bases = resolutions(address.base).map((read) => plainPath(read).toLowerCase())
  return resolutions(upstreamPath(target, address)).map((read) => {
    const plain = plainPath(read)
    const base = bases.find((one) => one !== '/' && `${plain}/`.toLowerCase().startsWith(`${one}/`))
    return base === undefined ? plain : plain.slice(base.length) || '/'
  })
}

/** No empty segments, no parameters. */
function plainPath(path: string): string {
  const segments = path
    .split('/')
    .map(withoutParameters)
    .filter((segment) => segment !== '')
  return `/${segments.join('/')}`
}
