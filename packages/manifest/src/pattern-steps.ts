/** One atom: quoted text, an escape with its braces, a class, or any other character. */
const ATOM = /\\Q.*?(?:\\E|$)|\\(?:[pPx]\{[^}]*\}|.)|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]|./sy
const COUNT = /\{(\d{1,4})(?:,(\d{0,4}))?\}/y

/**
 * About how many steps a pattern compiles to, told without compiling it: counted repetition makes thousands of a few characters, and compiling
 * them takes time. Broken patterns have some number.
 */
export function patternSteps(source: string): number {
  // Of each open group what it holds so far, and of that the last part.
  const open = [{ steps: 0, last: 0 }]
  for (let at = 0; at < source.length; ) {
    const group = open.at(-1) ?? { steps: 0, last: 0 }
    COUNT.lastIndex = at
    const count = COUNT.exec(source)
    if (count !== null) {
      const times = Number(count[2] || count[1])
      group.steps += group.last * Math.max(0, times - 1)
      group.last *= Math.max(1, times)
      at += count[0].length
      continue
    }
    ATOM.lastIndex = at
    const atom = ATOM.exec(source)?.[0] ?? source.charAt(at)
    at += atom.length
    if (atom.startsWith('\\Q')) {
      group.steps += quotedLength(atom)
      group.last = 1
    } else if (atom === '(') {
      open.push({ steps: 0, last: 0 })
    } else if (atom === ')' && open.length > 1) {
      open.pop()
      const holder = open.at(-1) ?? group
      holder.steps += group.steps
      holder.last = group.steps
    } else if (!'*+?|'.includes(atom)) {
      group.steps += 1
      group.last = 1
    }
  }
  return open.reduce((sum, { steps }) => sum + steps, 0)
}

/** Of `\Q…\E` the characters in between. */
const quotedLength = (atom: string) => atom.length - (atom.endsWith('\\E') ? 4 : 2)
