/** What stands in a path for a segment that named somebody. No request has it: parentheses around a word are no path of a policy system. */
export const ERASED = '(erased)'

/**
 * The path of a request to a policy system without the segments that name one of the locators, as they are written or percent-encoded;
 * without locators nothing of it is left. Doing it again changes nothing.
 */
export function forgetPath(path: string, locators: readonly string[] | null): string {
  if (locators === null) return `/${ERASED}`
  const isNamed = (written: string, by = locators) => {
    const texts = [written, decoded(written)]
    return by.some((locator) => texts.some((text) => text.includes(locator)))
  }
  // A locator that holds a slash is in no single segment.
  const longer = locators.filter((locator) => locator.includes('/'))
  if (isNamed(path, longer)) return `/${ERASED}`
  const segments = path.split('/')
  return segments.map((segment) => (segment !== ERASED && isNamed(segment) ? ERASED : segment)).join('/')
}

/** Applications send what they like: what is no percent-encoding is taken as it is written. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
