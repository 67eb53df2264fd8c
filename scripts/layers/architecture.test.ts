import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parts } from '@mkt/contract/parts'
import { variants } from '@mkt/manifest'
import { describe, expect, test } from 'vitest'
import { role } from '../../packages/contract/src/api/accounts/session.ts'
import { variables } from '../../packages/server/src/config.ts'
import { consoleLayers, divided, packages, programs, server, topics } from '../layers.rules.ts'
import { promises } from './promises.ts'

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

test('the architecture page names the parts that a process can have, and how many there are', () => {
  const [introduction = ''] = page.split('\n```')
  const named = [...introduction.matchAll(/\*\*(\w+)\*\*/g)].map(([, name]) => name)
  expect(named).toEqual([...parts])
  expect(introduction).toContain('has five parts')
  expect(parts).toHaveLength(5)
})

test('the drawing of the packages says what the rules say', () => {
  const drawing = page.slice(page.indexOf('## Packages'), page.indexOf('## Inside the server'))
  expect(drawing).toContain('manifest ◀── contract ◀── everything')
  expect(packages.contract).toEqual(['manifest'])
  expect(drawing).toContain('sdk sees only contract/app and has no dependencies')
  expect(packages.sdk).toEqual(['contract/app'])
  expect(drawing).toContain('oci ◀── engines ◀── server, cli')
  for (const name of ['server', 'cli']) expect(packages[name]).toEqual(expect.arrayContaining(['oci', 'engines']))
  expect(drawing).toContain(`${programs.slice(0, -1).join(', ')} and ${programs.at(-1)} are programs, never imported`)
})

test('the architecture page names the areas and layers of the console', () => {
  const section = page.slice(page.indexOf('## Inside the console'), page.indexOf('## What holds everywhere'))
  const [, areas = ''] = /`pages\/\{([^}]+)\}`/.exec(section) ?? []
  const folders = globSync('packages/console/src/pages/*/', { cwd: root }).map((path) => path.split('/').at(-1))
  expect(areas.split(',').sort()).toEqual(folders.sort())
  const layers = words(section).filter((name) => name !== undefined && name in consoleLayers)
  expect(layers).toEqual(['parts', 'forms', 'queries', 'ui', 'texts', 'lib'])
})

test('the architecture page names the plumbing', () => {
  const [, line = ''] = /^Plumbing is below all topics: (.*)$/m.exec(page) ?? []
  const rooms = Object.entries(divided).flatMap(([layer, { plumbing }]) => plumbing.map((room) => `${layer}/${room}`))
  expect(words(line).sort()).toEqual(rooms.sort())
})

test('the glossary names the roles, variants and parts that the contract has', () => {
  const rows = new Map(tableAfter('## Words').map(([word = '', meaning = '']) => [word, meaning]))
  expect(words(rows.get('organization, member'))).toEqual(role.options)
  expect(words(rows.get('tenant'))).toEqual([...variants])
  expect(rows.get('part, process')).toContain(`${parts.slice(0, -1).join(', ')} or ${parts.at(-1)} (`)
})

test('every variable and file that the architecture page names exists', () => {
  const named = [...page.matchAll(/\bMKT_[A-Z_]+\b/g)].map(([name]) => name)
  expect(named.filter((name) => !(name in variables))).toEqual([])
  const files = [...page.matchAll(/`((?:packages|scripts|docs)\/[\w/.-]+)`/g)].map(([, path = '']) => path)
  expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

/** The prose of the page, sentence by sentence: what is no heading, table or drawing. */
function sentencesOf(text: string): string[] {
  const prose = text
    .replaceAll(/```[\s\S]*?```/g, '')
    .split('\n')
    .filter((line) => !/^[|#]/.test(line))
    .join('\n')
  return prose
    .split(/\n(?=- )|\n\s*\n/)
    .map((paragraph) =>
      paragraph
        .replace(/^\s*- /, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((paragraph) => paragraph !== '')
    .flatMap((paragraph) => paragraph.split(/(?<=\.) (?=[A-Z`[])/))
}

describe('what the architecture page says', () => {
  test('has tests, sentence by sentence', () => {
    const begins = Object.keys(promises)
    const sentences = sentencesOf(page)
    expect(sentences.filter((sentence) => !begins.some((begin) => sentence.startsWith(begin)))).toEqual([])
    expect(begins.filter((begin) => !sentences.some((sentence) => sentence.startsWith(begin)))).toEqual([])
  })

  test.each(Object.entries(promises))('%s: the tests it names exist', (_, tests) => {
    for (const { file, name } of tests) {
      const source = readFileSync(join(root, file), 'utf8')
      expect(source.includes(`'${name}'`), `${file}: ${name}`).toBe(true)
    }
  })
})
