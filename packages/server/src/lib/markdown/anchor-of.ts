/** An anchor for a heading, the way links in documents write it. */
export function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/<[^>]+>|&#?\w+;|[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s+/g, '-')
}
