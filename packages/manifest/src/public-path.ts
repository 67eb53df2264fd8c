/** Whether an entry of `platform.public` opens a path: the same path, or below `/x` for `/x/*`. */
export function covers(entry: string, path: string): boolean {
  if (!entry.endsWith('/*')) return entry === path
  return path.startsWith(entry.slice(0, -1))
}
