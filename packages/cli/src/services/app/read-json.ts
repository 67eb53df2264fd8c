import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { wrongUsage } from '../../abort.ts'

/** Reads JSON from a file, or from standard input for `-`. */
export function readJson(cwd: string, path: string): unknown {
  const text = path === '-' ? readFileSync(0, 'utf8') : readFileSync(resolve(cwd, path), 'utf8')
  try {
    return JSON.parse(text)
  } catch {
    throw wrongUsage(`${path === '-' ? 'Standard input' : path} is not valid JSON.`)
  }
}

/** Reads the JSON of a flag: the text itself, or `@file`. */
export function readJsonFlag(cwd: string, flag: string, given: string, example: string): unknown {
  if (given.startsWith('@')) return readJson(cwd, given.slice(1))
  try {
    return JSON.parse(given)
  } catch {
    throw wrongUsage(`${flag} is not valid JSON.`, `Give ${example}, or @file.`)
  }
}

/** Reads a body: the text itself, `@file`, or `-` for standard input. */
export function readBody(cwd: string, given: string): string {
  if (given === '-') return readFileSync(0, 'utf8')
  return given.startsWith('@') ? readFileSync(resolve(cwd, given.slice(1)), 'utf8') : given
}
