/**
 * A text with one layer or two of encoding taken off, and for each of its bytes where that began. Texts are bytes here, one character for
 * each, so that an escape of half a character is nothing special.
 */
export interface DecodedView {
  text: string
  /** Where the byte at this index begins in the text it was made from. */
  begin(index: number): number
  /** Where the byte before this index ends there. */
  end(index: number): number
}

const PERCENT = 0x25
const BACKSLASH = 0x5c
const DEEP = 2

const escapes = new Map(
  [...'"\\/bfnrt'].map((letter, index) => [letter.charCodeAt(0), '"\\/\b\f\n\r\t'.charCodeAt(index)]),
)

/** The text itself, and what it is when JSON escapes or percent signs are read, alone and in each other. Each costs one pass. */
export function decodedViews(bytes: string): DecodedView[] {
  const views: DecodedView[] = [{ text: bytes, begin: (index) => index, end: (index) => index }]
  let outer = views.slice()
  for (let depth = 0; depth < DEEP; depth += 1) {
    outer = outer.flatMap((view) => [
      ...(view.text.includes('\\') ? [decode(view, BACKSLASH, readEscape)] : []),
      ...(view.text.includes('%') ? [decode(view, PERCENT, readPercent)] : []),
    ])
    views.push(...outer)
  }
  return views
}

/** What stands at a sign: the bytes it means and its length in the text; undefined where it means itself. */
type Read = (text: string, at: number) => { bytes: readonly number[]; length: number } | undefined

function decode(view: DecodedView, sign: number, read: Read): DecodedView {
  const { text } = view
  const bytes = Buffer.allocUnsafe(text.length)
  const places = new Uint32Array(text.length + 1)
  let length = 0
  const put = (byte: number, at: number) => {
    places[length] = view.begin(at)
    bytes[length] = byte
    length += 1
  }
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at)
    const found = code === sign ? read(text, at) : undefined
    if (found === undefined) put(code, at)
    else for (const byte of found.bytes) put(byte, at)
    at += found?.length ?? 1
  }
  places[length] = view.end(text.length)
  const place = (index: number) => places[index] ?? 0
  return { text: bytes.toString('latin1', 0, length), begin: place, end: place }
}

function readPercent(text: string, at: number) {
  const byte = hexAt(text, at + 1, 2)
  return byte === undefined ? undefined : { bytes: [byte], length: 3 }
}

function readEscape(text: string, at: number) {
  const letter = text.charCodeAt(at + 1)
  const plain = escapes.get(letter)
  if (plain !== undefined) return { bytes: [plain], length: 2 }
  const unit = text[at + 1] === 'u' ? hexAt(text, at + 2, 4) : undefined
  if (unit === undefined) return undefined
  const second = text[at + 6] === '\\' && text[at + 7] === 'u' ? hexAt(text, at + 8, 4) : undefined
  const isPair = second !== undefined && (unit & 0xfc00) === 0xd800 && (second & 0xfc00) === 0xdc00
  const character = isPair ? String.fromCharCode(unit, second) : String.fromCharCode(unit)
  return { bytes: [...Buffer.from(character)], length: isPair ? 12 : 6 }
}

function hexAt(text: string, at: number, digits: number): number | undefined {
  const hex = text.slice(at, at + digits)
  return hex.length === digits && /^[0-9a-fA-F]+$/.test(hex) ? Number.parseInt(hex, 16) : undefined
}
