/** Writes the programs given by name and all they import, TypeScript or built, as plain JavaScript into a folder. Run as a process of its own. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'

const [source = '', target = '', ...programs] = process.argv.slice(2)
const IMPORT = /(\bfrom\s+')(\.{1,2}\/[^']+)\.(ts|js)'/g
const done = new Set<string>()

function strip(file: string): void {
  if (done.has(file)) return
  done.add(file)
  const text = readFileSync(file, 'utf8')
  const plain = file.endsWith('.ts') ? stripTypeScriptTypes(text) : text
  const place = join(target, relative(source, file)).replace(/\.(ts|js)$/, '.mjs')
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, plain.replaceAll(IMPORT, "$1$2.mjs'"))
  for (const [, , path = '', kind] of plain.matchAll(IMPORT)) strip(resolve(dirname(file), `${path}.${kind}`))
}

for (const program of programs) strip(resolve(source, program))
