/**
 * A number with its noun.
 *
 * @example count(1, 'installation') // '1 installation'
 */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`
}
