/**
 * The name an installation gets when nobody gives one: the app's title, with a number where that is taken.
 *
 * @example defaultName('Rater', ['rater']) // 'Rater 2'
 */
export function defaultName(title: string, taken: Iterable<string>): string {
  const names = new Set([...taken].map((name) => name.toLowerCase()))
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? title : `${title} ${number}`
    if (!names.has(name.toLowerCase())) return name
  }
}
