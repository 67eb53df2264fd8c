import { plainText } from './plain-text.ts'
import { withoutMarkup } from './without-markup.ts'

/**
 * What somebody else answered, fit to stand in a reason: no markup, no escape sequences, and no more than `most`
 * characters.
 */
export function reasonText(text: string, most: number): string {
  // Entities may stand for control characters, so they are read before those are removed.
  const words = plainText(withoutMarkup(plainText(text))).trim()
  return words.length > most ? `${words.slice(0, most).toWellFormed().trimEnd()}…` : words
}
