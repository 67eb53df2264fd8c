/** Slashes at the end name no other path: most applications serve `/hook/` as `/hook`, so both are decided on as one. */
export function withoutTrailingSlash(path: string): string {
  return path.replace(/(?!^)\/+$/, '')
}

/** Whether an entry of `platform.public` opens a path: the same path, or below `/x` for `/x/*`. */
export function covers(entry: string, path: string): boolean {
  if (!entry.endsWith('/*')) return withoutTrailingSlash(entry) === withoutTrailingSlash(path)
  return path.startsWith(entry.slice(0, -1))
}
