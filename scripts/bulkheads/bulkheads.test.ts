import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Node, parseSync } from 'oxc-parser'
import { describe, expect, it } from 'vitest'
import { nameOf, nodesOf, plain } from '../guards/functions.ts'
import { bulkheads } from './bulkheads.ts'

const root = join(import.meta.dirname, '../..')

/** What a test is called with, such as `it` or `test.each`; undefined where something else is called. */
function caller(callee: Node): string[] | undefined {
  const inner = plain(callee)
  if (inner.type === 'CallExpression') return caller(inner.callee)
  if (inner.type === 'TaggedTemplateExpression') return caller(inner.tag)
  if (inner.type === 'MemberExpression') {
    const before = caller(inner.object)
    return before && [...before, nameOf(inner) ?? '']
  }
  const name = nameOf(inner)
  return name === 'it' || name === 'test' ? [name] : undefined
}

/** How the tests of a name are called in a file. */
function callsOf(file: string, name: string): string[][] {
  const { program } = parseSync(file, readFileSync(join(root, file), 'utf8'))
  return [...nodesOf(program)].flatMap((node) => {
    const [first] = node.type === 'CallExpression' ? node.arguments : []
    if (node.type !== 'CallExpression' || first?.type !== 'Literal' || first.value !== name) return []
    return [caller(node.callee) ?? []]
  })
}

describe.each(bulkheads)('$party, $takes', ({ where, test }) => {
  it('is enforced where the table says', () => {
    expect(existsSync(join(root, where)), where).toBe(true)
  })

  it('has the test that the table names, and it runs', () => {
    const calls = callsOf(test.file, test.name)
    expect(calls, `${test.file}: ${test.name}`).toHaveLength(1)
    expect(calls[0]?.[0]).toMatch(/^(it|test)$/)
    expect(calls[0]?.filter((word) => ['skip', 'todo', 'fails'].includes(word))).toEqual([])
  })
})

it('knows every kind of party', () => {
  const parties = ['anybody', 'application', 'customer', 'policy system', 'publisher']
  expect([...new Set(bulkheads.map(({ party }) => party))].sort()).toEqual(parties)
})
