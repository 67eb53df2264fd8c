import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startLine } from './app-language.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'mkt-language-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(dir, path)), { recursive: true })
  writeFileSync(join(dir, path), text)
}
const started = (scripts: Record<string, string>) => {
  write('package.json', JSON.stringify({ scripts, devDependencies: { tsx: '4' } }))
  return startLine(dir)
}

it.each(['tsx src/main.ts', 'node --env-file=.env main.js', 'node --watch main.js', 'node main.js | pino-pretty'])(
  'a start script that no image can have runs here, with a note: %s',
  async (start) => {
    expect(await started({ start })).toEqual({
      line: start,
      origin: 'the start script',
      imageProblem: expect.stringMatching(/\w/),
    })
  },
)

it('a prestart script runs first, and nothing runs after one that failed', async () => {
  const { line, imageProblem } = await started({
    prestart: 'npm run build',
    build: 'tsc',
    start: 'node a.js; node b.js',
  })
  expect(line).toBe('(npm run build) || exit; node a.js; node b.js')
  expect(imageProblem).toBeUndefined()
})

it('a start script that replaces the shell by itself is left as it is after a prestart script', async () => {
  const { line } = await started({ prestart: 'true', start: 'exec node a.js' })
  expect(line).toBe('(true) || exit; exec node a.js')
})

it('a Java class is started with its package, and a Go program from where mkt build takes it', async () => {
  write('pom.xml', '<project/>')
  write(
    'src/main/java/com/acme/App.java',
    'package com.acme;\npublic class App {\n  public static void main(String[] a) {}\n}\n',
  )
  expect((await startLine(dir)).line).toMatch(/ com\.acme\.App$/)
  write('go.mod', 'module acme\n')
  write('cmd/rater/main.go', 'package main\n')
  expect((await startLine(dir)).line).toBe('go build -o .mkt/app ./cmd/rater && exec .mkt/app')
})
