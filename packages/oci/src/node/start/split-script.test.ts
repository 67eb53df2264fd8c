import { describe, expect, it } from 'vitest'
import { quoteWord, splitScript } from './split-script.ts'

const words = (script: string) => {
  const split = splitScript(script)
  if ('problem' in split) return split.problem
  return split.commands.map((command) => command.words.map(({ text }) => text))
}

describe('a start script is split as a shell splits it', () => {
  it('joins quotes and escapes into words', () => {
    expect(words(`node "a b".js 'c $D' e\\ f # comment`)).toEqual([['node', 'a b.js', 'c $D', 'e f']])
    expect(words('A=1  B="two words" node x')).toEqual([['A=1', 'B=two words', 'node', 'x']])
  })

  it('separates commands and remembers how they are joined', () => {
    const split = splitScript('a && b || c; d')
    expect('commands' in split && split.commands.map(({ joined }) => joined)).toEqual([null, '&&', '||', ';'])
  })

  it('marks words that only a shell can expand', () => {
    const split = splitScript(`node x --port $MKT_PORT "\${A:-1}" '$B' *.js`)
    const marked = 'commands' in split ? split.commands[0]?.words.map(({ expands }) => expands) : []
    expect(marked).toEqual([false, false, false, true, true, false, true])
  })

  it.each([
    ['node x | pino', 'a pipe'],
    ['node a & node b', 'a background process'],
    ['node x > log', 'a redirection'],
    ['node $(which x)', 'a command substitution'],
    ['(cd a)', 'a group in parentheses'],
    ['node "x', 'a quote that is never closed'],
  ])('names what it cannot express: %s', (script, problem) => {
    expect(words(script)).toBe(problem)
  })

  it('quotes a word so that a shell reads the same text', () => {
    expect(['plain/path.js', "it's", 'a b', ''].map(quoteWord)).toEqual(['plain/path.js', `'it'\\''s'`, "'a b'", "''"])
    for (const text of ["it's", 'a b', '$HOME', '*']) expect(words(quoteWord(text))).toEqual([[text]])
  })
})
