import { parseMappingPath } from '@mkt/manifest'

/** Where a mapping points, in names from the outside in; a path of no known form stands for itself. */
export function mappedPlace(path: string): string {
  const place = parseMappingPath(path, 'connected') ?? parseMappingPath(path, 'enterprise')
  if (place === undefined) return path
  const { variant, of, ...names } = place
  return [...(of === 'policyholder' ? [of] : []), ...Object.values(names)].join(' › ')
}
