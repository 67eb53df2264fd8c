/** A text as HTML that shows it as it was written. */
export function plainHtml(text: string): string {
  const escaped = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
  return escaped === '' ? '' : `<p>${escaped}</p>`
}
