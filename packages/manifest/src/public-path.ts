/** Slashes at the end name no other path: most applications serve `/hook/` as `/hook`, so both are decided on as one. */
export function withoutTrailingSlash(path: string): string {
  let end = path.length
  while (end > 1 && path.charAt(end - 1) === '/') end -= 1
  return path.slice(0, end)
}

/** The entries of `platform.public`, arranged so that a path is looked up in time that does not grow with them. */
export interface PublicPaths {
  /** Without slashes at the end. */
  exact: ReadonlySet<string>
  /** Of `/x/*` the beginning `/x/`. */
  below: ReadonlySet<string>
  /** Characters of the longest beginning. */
  longest: number
}

/** @example isPublic(publicPathsOf(['/oauth/*']), '/oauth/callback') // true */
export function publicPathsOf(entries: readonly string[]): PublicPaths {
  const exact = new Set<string>()
  const below = new Set<string>()
  let longest = 0
  for (const entry of entries) {
    if (entry.endsWith('/*')) {
      below.add(entry.slice(0, -1))
      longest = Math.max(longest, entry.length - 1)
    } else {
      exact.add(withoutTrailingSlash(entry))
    }
  }
  return { exact, below, longest }
}

/** Whether an entry of `platform.public` opens a path: the same path, or below `/x` for `/x/*`. */
export function isPublic(paths: PublicPaths, path: string): boolean {
  return paths.exact.has(withoutTrailingSlash(path)) || beginningsOf(paths, path).length > 0
}

/** The beginnings of entries `/x/*` that a path has, the shortest first. */
export function beginningsOf({ below, longest }: PublicPaths, path: string): string[] {
  const found: string[] = []
  for (let slash = path.indexOf('/'); slash >= 0 && slash < longest; slash = path.indexOf('/', slash + 1)) {
    const beginning = path.slice(0, slash + 1)
    if (below.has(beginning)) found.push(beginning)
  }
  return found
}
