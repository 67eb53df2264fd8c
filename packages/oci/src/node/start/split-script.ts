/** One word of a command line. */
export interface Word {
  /** As it was written, quotes included. */
  raw: string
  /** What a shell makes of it, where nothing has to be expanded. */
  text: string
  /** Holds a variable or a pattern, so only a shell knows its value. */
  expands: boolean
}

export interface SimpleCommand {
  /** What joins it to the command before; `null` at the first one. */
  joined: '&&' | '||' | ';' | null
  words: Word[]
}

export type SplitScript = { commands: SimpleCommand[] } | { problem: string }

/** Splits a script of package.json as a POSIX shell would. What cannot be carried into an image is a problem, named. */
export function splitScript(script: string): SplitScript {
  const commands: SimpleCommand[] = [{ joined: null, words: [] }]
  let word: Word | undefined
  let problem: string | undefined
  const open = () => {
    word ??= { raw: '', text: '', expands: false }
    return word
  }
  const close = () => {
    if (word !== undefined) commands.at(-1)?.words.push(word)
    word = undefined
  }
  const add = (raw: string, text: string, expands = false) => {
    const to = open()
    to.raw += raw
    to.text += text
    to.expands ||= expands
  }
  for (let at = 0; at < script.length && problem === undefined; at += 1) {
    const char = script[at] ?? ''
    const pair = script.slice(at, at + 2)
    if (char === "'" || char === '"') {
      const quoted = quotedFrom(script, at)
      if ('problem' in quoted) problem = quoted.problem
      else {
        add(quoted.raw, quoted.text, quoted.expands)
        at += quoted.raw.length - 1
      }
    } else if (char === '\\') {
      add(pair, pair[1] ?? '')
      at += 1
    } else if (char === '#' && word === undefined) break
    else if (pair === '&&' || pair === '||' || char === ';' || char === '\n') {
      close()
      const joined = pair === '&&' || pair === '||' ? pair : ';'
      if (joined !== ';') at += 1
      commands.push({ joined, words: [] })
    } else if (/\s/.test(char)) close()
    else if (pair === '$(' || char === '`') problem = 'a command substitution'
    else if (char === '|') problem = 'a pipe'
    else if (char === '&') problem = 'a background process'
    else if (char === '>' || char === '<') problem = 'a redirection'
    else if (char === '(' || char === ')') problem = 'a group in parentheses'
    else add(char, char, /[$*?]/.test(char) || (char === '~' && word === undefined))
  }
  close()
  if (problem !== undefined) return { problem }
  return { commands: commands.filter(({ words }) => words.length > 0) }
}

function quotedFrom(script: string, start: number): Word | { problem: string } {
  const quote = script[start]
  let text = ''
  let expands = false
  for (let at = start + 1; at < script.length; at += 1) {
    const char = script[at] ?? ''
    if (char === quote) return { raw: script.slice(start, at + 1), text, expands }
    if (quote === '"' && (char === '`' || script.slice(at, at + 2) === '$('))
      return { problem: 'a command substitution' }
    if (quote === '"' && char === '\\' && /["\\$`]/.test(script[at + 1] ?? '')) {
      at += 1
      text += script[at]
    } else {
      if (quote === '"' && char === '$') expands = true
      text += char
    }
  }
  return { problem: 'a quote that is never closed' }
}

/** A word that a shell reads as exactly this text. */
export function quoteWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
