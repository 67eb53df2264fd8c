const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/**
 * The words of an HTML page; any other text as it is. Servers and proxies answer failures with whole pages, and a reason is
 * one line.
 *
 * @example withoutMarkup('<html><body><h1>502 Bad Gateway</h1></body></html>') // '502 Bad Gateway'
 */
export function withoutMarkup(text: string): string {
  if (!isMarkup(text)) return text
  const title = /<title[^<>]*>([^<]*)/i.exec(text)?.[1]
  const body = text
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/<(head|script|style|svg|template)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replace(/<\/?(?:a|b|i|u|s|em|strong|span|code|tt|small|big|font|mark|sub|sup|wbr)(?:\s[^<>]*)?>/gi, '')
    .replace(/<[^>]*(?:>|$)/g, ' ')
  const words = readEntities(body).replace(/\s+/g, ' ').trim()
  return words === ''
    ? readEntities(title ?? '')
        .replace(/\s+/g, ' ')
        .trim()
    : words
}

/** Begins like a page, or has elements of one: text that merely holds a `<` stays. */
function isMarkup(text: string): boolean {
  return (
    /^\s*(<!doctype html|<html|<\?xml)/i.test(text) ||
    /<(html|body|head|div|p|h[1-6]|pre|center|table)[\s>]/i.test(text)
  )
}

function readEntities(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole
    const code = name[1] === 'x' || name[1] === 'X' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole
  })
}
