const encoder = new TextEncoder()

/** Size of a text as UTF-8. */
export function byteLength(text: string): number {
  return encoder.encode(text).byteLength
}

/** Neither NUL nor half a surrogate pair: what every database, language and wire can carry. */
export function isCleanText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Own properties only, so that names such as `constructor` never find something inherited. */
export function own<T>(map: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return map !== undefined && Object.hasOwn(map, name) ? map[name] : undefined
}

/** Sets a property by definition, so that the name `__proto__` is a name like any other. */
export function setOwn<T>(map: Record<string, T>, name: string, value: T): void {
  Object.defineProperty(map, name, { value, enumerable: true, configurable: true, writable: true })
}
