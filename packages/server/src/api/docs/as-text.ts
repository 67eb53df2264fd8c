/** Words as they are, whatever characters they hold. */
export function asText(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
}
