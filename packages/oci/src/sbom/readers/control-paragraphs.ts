/** The paragraphs of a Debian control file: field names in lower case, continuation lines joined. */
export function controlParagraphs(text: string): Map<string, string>[] {
  const paragraphs: Map<string, string>[] = []
  let fields = new Map<string, string>()
  let last = ''
  for (const line of text.split('\n')) {
    if (line.trim() === '') {
      if (fields.size > 0) paragraphs.push(fields)
      fields = new Map()
      last = ''
    } else if (/^[ \t]/.test(line)) {
      // Descriptions and file lists: nothing of a bill of materials stands there.
      if (last !== '' && (fields.get(last)?.length ?? 0) < 4096)
        fields.set(last, `${fields.get(last) ?? ''}\n${line.trim()}`)
    } else {
      const colon = line.indexOf(':')
      if (colon <= 0) continue
      last = line.slice(0, colon).toLowerCase()
      fields.set(last, line.slice(colon + 1).trim())
    }
  }
  if (fields.size > 0) paragraphs.push(fields)
  return paragraphs
}
