const pages: Record<string, (id: string) => string> = {
  ins: (id) => `/manage/installations/${id}`,
  ten: (id) => `/manage/tenants/${id}`,
  lst: (id) => `/browse/${id}`,
  rev: (id) => `/moderate/${id}`,
}

export type Thing = 'installation' | 'tenant' | 'application' | 'review'

const things: [RegExp, Thing][] = [
  [/^\/manage\/installations\//, 'installation'],
  [/^\/manage\/tenants\/(?!new$)/, 'tenant'],
  [/^\/(browse|publish|launch)\/(?!new$|publishers\/)/, 'application'],
  [/^\/moderate\/(?!listings$)/, 'review'],
]

/** What kind of thing a page shows; undefined for a page of no one thing. */
export const thingAt = (href: string): Thing | undefined => things.find(([pattern]) => pattern.test(href))?.[1]

/** The page of the thing that an id names, where it has one of its own. A trace is 32 hexadecimal digits. */
export function placeOfId(id: string): string | undefined {
  if (/^[0-9a-f]{32}$/.test(id)) return `/traces/${id}`
  const [, prefix = ''] = /^([a-z]{3})_[0-9a-hjkmnp-tv-z]{26}$/.exec(id) ?? []
  return pages[prefix]?.(id)
}
