import { type Expression, parseExpression } from './parse-expression.ts'
import { readTemplate } from './read-template.ts'

export type Node =
  | { kind: 'text'; text: string }
  | { kind: 'print'; value: Expression; line: number }
  | { kind: 'assign'; name: string; value: Expression; declares: boolean }
  | { kind: 'if'; test: Expression; then: Node[]; otherwise: Node[] }
  | { kind: 'with'; test: Expression; then: Node[]; otherwise: Node[] }
  | { kind: 'range'; names: string[]; over: Expression; each: Node[]; otherwise: Node[] }

export interface Template {
  nodes: Node[]
  /** What the file defines for `include`. */
  definitions: Map<string, Node[]>
}

/** Reads a template into a tree. What is not closed, or not of the subset, is refused with its line. */
export function parseTemplate(source: string): Template {
  const pieces = readTemplate(source)
  const definitions = new Map<string, Node[]>()
  let at = 0

  /** Reads up to `else` or `end`, which is left to the caller. */
  function block(): Node[] {
    const nodes: Node[] = []
    for (let piece = pieces[at]; piece !== undefined; piece = pieces[at]) {
      if (piece.kind === 'text') {
        nodes.push(piece)
        at += 1
        continue
      }
      const [word = '', rest = ''] = split(piece.code)
      if (word === 'end' || word === 'else') return nodes
      at += 1
      if (word === 'define') {
        definitions.set(JSON.parse(rest) as string, block())
        end('define', piece.line)
      } else nodes.push(nodeOf(word, rest, piece))
    }
    return nodes
  }

  function nodeOf(word: string, rest: string, { code, line }: { code: string; line: number }): Node {
    if (word === 'if' || word === 'with') return branch(word, parseExpression(rest), line)
    if (word === 'range') {
      const [, first, second, over] = /^(?:(\$\w+)\s*(?:,\s*(\$\w+))?\s*:=\s*)?([\s\S]+)$/.exec(rest) ?? []
      const each = block()
      const otherwise = elseBlock()
      end('range', line)
      const names = [first, second].filter((name) => name !== undefined)
      return { kind: 'range', names, over: parseExpression(over ?? ''), each, otherwise }
    }
    const [, name, sign, value] = /^(\$\w+)\s*(:?=)\s*([\s\S]+)$/.exec(code) ?? []
    if (name !== undefined && value !== undefined)
      return { kind: 'assign', name, value: parseExpression(value), declares: sign === ':=' }
    return { kind: 'print', value: parseExpression(code), line }
  }

  function branch(kind: 'if' | 'with', test: Expression, line: number): Node {
    const then = block()
    const [word, rest = ''] = split(codeAt(at))
    if (word === 'else' && rest !== '') {
      at += 1
      const [next, more = ''] = split(rest)
      if (next !== 'if') throw new Error(`line ${line}: else ${next} is not known`)
      return { kind, test, then, otherwise: [branch('if', parseExpression(more), line)] }
    }
    const otherwise = elseBlock()
    end(kind, line)
    return { kind, test, then, otherwise }
  }

  function elseBlock(): Node[] {
    if (split(codeAt(at))[0] !== 'else') return []
    at += 1
    return block()
  }

  function end(what: string, line: number): void {
    if (codeAt(at) !== 'end') throw new Error(`line ${line}: ${what} is not closed`)
    at += 1
  }

  function codeAt(index: number): string {
    const piece = pieces[index]
    return piece?.kind === 'action' ? piece.code : ''
  }

  const nodes = block()
  if (at < pieces.length) throw new Error(`${codeAt(at)} closes nothing`)
  return { nodes, definitions }
}

function split(code: string): [string, string] {
  const space = code.search(/\s/)
  return space < 0 ? [code, ''] : [code.slice(0, space), code.slice(space).trim()]
}
