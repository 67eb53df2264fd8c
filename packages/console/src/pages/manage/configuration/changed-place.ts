/** Where something changed, in words: a setting's name, or a product and its field. */
export function changedPlace(pointer: string): string {
  const [, kind, ...parts] = pointer.split('/')
  const names = parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  return kind === 'mappings' ? names.join(' › ') : names.join('/')
}
