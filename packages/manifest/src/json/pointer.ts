export type Path = readonly (string | number)[]

/** Writes a JSON pointer (RFC 6901). */
export function pointerOf(path: Path): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** The pointer of the containing value, or undefined at the root. */
export function parentOf(pointer: string): string | undefined {
  return pointer === '' ? undefined : pointer.slice(0, pointer.lastIndexOf('/'))
}
