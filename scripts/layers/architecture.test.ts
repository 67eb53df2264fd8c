import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { divided, server, topics } from '../layers.rules.ts'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')

/** Rows of the first table after a heading, as cells. */
function tableAfter(heading: string): string[][] {
  const lines = page.slice(page.indexOf(`${heading}\n`)).split('\n')
  const begins = lines.findIndex((line) => line.startsWith('|'))
  const rows = lines.slice(begins + 2)
  const ends = rows.findIndex((line) => !line.startsWith('|'))
  return rows.slice(0, ends).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

const words = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1])

test('the architecture page names each layer of the server with what it may import', () => {
  const named = Object.fromEntries(
    tableAfter('## Inside the server').map(([name, , imports]) => [words(name)[0], words(imports)]),
  )
  const folders = Object.entries(server).filter(([name]) => !name.endsWith('.ts') && name !== 'testing')
  expect(named).toEqual(Object.fromEntries(folders))
})

test('the architecture page lists the topics in their import order', () => {
  expect(tableAfter('### Topics').map(([name]) => words(name)[0])).toEqual(topics)
})

test('every topic has a folder in some layer and every room of a layer is a topic or plumbing', () => {
  const homeOf = (division: string) =>
    division === 'contract/api' ? 'packages/contract/src/api' : `packages/server/src/${division}`
  const rooms = Object.keys(divided).flatMap((division) =>
    globSync(`${homeOf(division)}/*/*`, { cwd: root }).map((path) => path.split('/').at(-2)),
  )
  const plumbing = Object.values(divided).flatMap((layer) => layer.plumbing)
  expect([...new Set(rooms)].sort()).toEqual([...topics, ...plumbing].sort())
})

test('every file the architecture page links to exists', () => {
  const links = [...page.matchAll(/\]\(([^)#:]+)\)/g)].map((match) => match[1] ?? '')
  expect(links.length).toBeGreaterThan(0)
  expect(links.filter((link) => globSync(link, { cwd: root }).length === 0)).toEqual([])
})
