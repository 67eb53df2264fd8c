import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { startApp } from '../dev/app-process.ts'
import { startLine } from './app-language.ts'

const templates = resolve(import.meta.dirname, '../../../templates/languages')
const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** The template of a language, running from its sources, with nobody at the state interface. */
async function started(language: string) {
  const dir = mkdtempSync(join(tmpdir(), 'mkt-template-'))
  closing.push(() => rmSync(dir, { recursive: true, force: true }))
  cpSync(join(templates, language), dir, { recursive: true })
  const lines: string[] = []
  const { line: command } = await startLine(dir)
  const app = await startApp({ dir, command, stateApi: 'http://127.0.0.1:1', output: (line) => lines.push(line) })
  closing.push(() => app.stop())
  expect(await app.healthy, lines.join('\n')).toBe(true)
  const send = async (body: string) => {
    const headers = { 'x-mkt-key': 'key-of-the-customer', 'content-type': 'application/json' }
    return (await fetch(`${app.url}/events`, { method: 'POST', headers, body })).status
  }
  return { app, lines, send }
}

it.each(['go', 'java'])('the template in %s gives up on what is no JSON, and never logs the key', async (language) => {
  const { app, lines, send } = await started(language)
  for (const body of ['hello', '', '[1]', '{hello}']) {
    const status = await send(body)
    expect(status, body).toBeGreaterThanOrEqual(400)
    expect(status, body).toBeLessThan(500)
  }
  expect(await send('{"type":"policy.issue","data":{}}')).toBe(503)
  await app.stop()
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.join('\n')).not.toContain('key-of-the-customer')
})
