import { expect, it } from 'vitest'
import { createEvaluator } from './evaluate.ts'
import { parseTemplate } from './parse-template.ts'

function render(source: string, root: unknown = {}): string {
  const { nodes, definitions } = parseTemplate(source)
  return createEvaluator(root, definitions)(nodes)
}

it('writes text as it is, and takes white space away where a hyphen says so', () => {
  expect(render('a {{ "b" }} c')).toBe('a b c')
  expect(render('a\n  {{- "b" -}}\n  c')).toBe('abc')
  expect(render('a {{/* nobody reads this */}}b')).toBe('a b')
})

it('follows fields, pipelines, parentheses and calls of methods', () => {
  const root = { a: { b: 'x' }, has: (name: string) => name === 'y' }
  expect(render('{{ .a.b | upper | quote }}', root)).toBe('"X"')
  expect(render('{{ printf "%s-%d" (.a.b | default "z") 3 }}', root)).toBe('x-3')
  expect(render('{{ .has "y" | ternary "yes" "no" }}', root)).toBe('yes')
  expect(render('{{ (dict "k" "v").k }}', root)).toBe('v')
})

it('branches by what the language holds for empty', () => {
  const branch = '{{ if .v }}full{{ else if .w }}other{{ else }}empty{{ end }}'
  for (const v of ['', 0, false, null, [], {}]) expect(render(branch, { v, w: false })).toBe('empty')
  expect(render(branch, { v: 0, w: 1 })).toBe('other')
  expect(render(branch, { v: ['x'] })).toBe('full')
  expect(render('{{ with .v }}{{ . }}{{ end }}', { v: 'x' })).toBe('x')
  expect(render('{{ and .v 0 }}{{ or 0 "b" }}{{ not .v }}', { v: 'a' })).toBe('0bfalse')
})

it('ranges over lists in order and over maps by key, with access to the root', () => {
  expect(render('{{ range .l }}{{ . }},{{ end }}', { l: [2, 1] })).toBe('2,1,')
  expect(render('{{ range $k, $v := .m }}{{ $k }}{{ $v }}{{ $.r }} {{ end }}', { m: { b: 1, a: 2 }, r: '!' })).toBe(
    'a2! b1! ',
  )
  expect(render('{{ range .l }}x{{ else }}none{{ end }}', { l: [] })).toBe('none')
})

it('keeps variables to their block, and changes those outside by assignment', () => {
  expect(render('{{ $x := 1 }}{{ if true }}{{ $x := 2 }}{{ end }}{{ $x }}')).toBe('1')
  expect(render('{{ $x := 1 }}{{ if true }}{{ $x = 2 }}{{ end }}{{ $x }}')).toBe('2')
})

it('includes definitions with a dot of their own', () => {
  expect(render('{{ define "d" }}<{{ .n }}>{{ end }}{{ include "d" (dict "n" 1) | nindent 2 }}')).toBe('\n  <1>')
})

it.each([
  ['{{ .a }}', /not there/],
  ['{{ .a.b }}', /asked of nothing/],
  ['{{ nothing .a }}', /nothing is not known/],
  ['{{ $x }}', /\$x is not declared/],
  ['{{ include "x" . }}', /x is not defined/],
  ['{{ if .a }}', /if is not closed/],
  ['{{ end }}', /closes nothing/],
  ['{{ (1 }}', /not closed/],
  ['{{ "a" ', /not closed/],
  ['{{ required "give it" .a }}', /give it/],
  ['{{ fail "no" }}', /no/],
])('refuses %s', (source, why) => {
  expect(() => render(source)).toThrow(why)
})
