/** The beginning of a text, as a text of its own: a slice of a long string would keep all of it in memory. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : Buffer.from(text.slice(0, most)).toString()
}
