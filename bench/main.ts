// `npm run bench [-- names…]`: prints figures; nothing passes or fails here.
import { globSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import type { Suite } from './harness/suite.ts'

const files = globSync('suites/*.ts', { cwd: import.meta.dirname }).filter((file) => !file.endsWith('.test.ts'))
const suites: Suite[] = []
for (const file of files.sort()) {
  suites.push(((await import(join(import.meta.dirname, file))) as { suite: Suite }).suite)
}
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !suites.some((suite) => suite.name === name))
if (unknown.length > 0) {
  console.error(`No benchmark is called ${unknown.join(', ')}. There are:`)
  for (const suite of suites) console.error(`  ${suite.name.padEnd(16)} ${suite.about}`)
  process.exit(2)
}
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`)
const failed: string[] = []
for (const suite of suites.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  try {
    await suite.run()
  } catch (error) {
    failed.push(suite.name)
    console.error(`\n${suite.name} could not be measured: ${error instanceof Error ? error.message : error}`)
  }
}
process.exit(failed.length > 0 ? 1 : 0)
