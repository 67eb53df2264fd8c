/** A part of a template: text that is written as it is, or the inside of `{{ … }}`. */
export type Piece = { kind: 'text'; text: string } | { kind: 'action'; code: string; line: number }

const ACTION =
  /\{\{(-(?=\s))?\s*(\/\*[\s\S]*?\*\/|(?:"(?:[^"\\]|\\.)*"|`[^`]*`|[^"`}]|\}(?!\}))*?)\s*(?:(?<=\s)(-))?\}\}/g

/** Cuts a template into text and actions. `{{-` and `-}}` take the white space beside them away. Comments are left out. */
export function readTemplate(source: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  let trimNext = false
  const push = (text: string, trimEnd: boolean) => {
    const begun = trimNext ? text.trimStart() : text
    const rest = trimEnd ? begun.trimEnd() : begun
    if (rest !== '') pieces.push({ kind: 'text', text: rest })
  }
  for (const match of source.matchAll(ACTION)) {
    const [whole, trimBefore, code = '', trimAfter] = match
    push(source.slice(at, match.index), trimBefore !== undefined)
    trimNext = trimAfter !== undefined
    at = match.index + whole.length
    const line = source.slice(0, match.index).split('\n').length
    if (!code.startsWith('/*')) pieces.push({ kind: 'action', code: code.trim(), line })
  }
  push(source.slice(at), false)
  if (pieces.some((piece) => piece.kind === 'text' && /\{\{|\}\}/.test(piece.text)))
    throw new Error('a brace of a template action is not closed')
  return pieces
}
