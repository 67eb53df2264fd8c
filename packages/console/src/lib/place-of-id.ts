const pages: Record<string, (id: string) => string> = {
  ins: (id) => `/manage/installations/${id}`,
  ten: (id) => `/manage/tenants/${id}`,
  lst: (id) => `/browse/${id}`,
  rev: (id) => `/moderate/${id}`,
}

/** The page of the thing that an id names, where it has one of its own. A trace is 32 hexadecimal digits. */
export function placeOfId(id: string): string | undefined {
  if (/^[0-9a-f]{32}$/.test(id)) return `/traces/${id}`
  const [, prefix = ''] = /^([a-z]{3})_[0-9a-hjkmnp-tv-z]{26}$/.exec(id) ?? []
  return pages[prefix]?.(id)
}
