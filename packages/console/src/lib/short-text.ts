const most = 200

/** The beginning of a text that may be long, where the whole of it is read elsewhere. */
export function shortText(text: string): string {
  return text.length > most ? `${text.slice(0, most).trimEnd()}…` : text
}
