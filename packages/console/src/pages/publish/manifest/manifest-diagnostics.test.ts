import type { Problem } from '@mkt/manifest'
import { describe, expect, it } from 'vitest'
import { manifestDiagnostics } from './manifest-diagnostics.ts'

const problem = (line: number, column: number): Problem => ({
  rule: 'r',
  severity: 'error',
  pointer: '/name',
  line,
  column,
  message: 'Wrong.',
  fix: 'Write another.',
})
const text = '{\n  "name": "acme",\n  "size": 12\n}'
const marked = (line: number, column: number) =>
  manifestDiagnostics(text, [problem(line, column)]).map(({ from, to }) => text.slice(from, to))

describe('where the editor marks a problem', () => {
  it('is the whole text or number that begins there', () => {
    expect(marked(2, 3)).toEqual(['"name"'])
    expect(marked(2, 11)).toEqual(['"acme"'])
    expect(marked(3, 11)).toEqual(['12'])
  })

  it('stays inside the text, even where the problem is behind its end', () => {
    expect(manifestDiagnostics(text, [problem(99, 1), problem(4, 50)])).toEqual([
      expect.objectContaining({ from: 0 }),
      expect.objectContaining({ from: text.length, to: text.length }),
    ])
  })

  it('says what is wrong and how to put it right', () => {
    expect(manifestDiagnostics(text, [problem(1, 1)])[0]).toMatchObject({
      severity: 'error',
      message: 'Wrong. Write another.',
    })
  })
})
