/** Markup that may stand in a page as it is: made by `html`, or written in our own files. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | null | undefined | false | readonly Part[]

/** Words as they are, whatever characters they hold; safe between tags and within quoted attributes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}

/** A page or a piece of one. Whatever is put in is text, unless it was made by `html` itself: what others answer never becomes markup. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((string, at) => string + (at < parts.length ? rendered(parts[at]) : '')).join(''))
}

function rendered(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(rendered).join('')
  return escaped(String(part))
}
