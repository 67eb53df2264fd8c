import { expect, test } from 'vitest'
import { html } from './html.ts'

const hostile = `"><script>alert('&')</script>`

test('what is put into a page is text, between tags and within attributes', () => {
  const { text } = html`<p title="${hostile}">${hostile}</p>`
  expect(text).not.toContain('<script>')
  expect(text.match(/[<>"]/g)).toEqual(['<', '"', '"', '>', '<', '>'])
})

test('pieces stay markup, lists are joined, and what is not there is left out', () => {
  const rows = ['a', '<b>'].map((name) => html`<li>${name}</li>`)
  expect(html`<ul>${rows}${null}${undefined}${false}${0}</ul>`.text).toBe('<ul><li>a</li><li>&#60;b&#62;</li>0</ul>')
})
