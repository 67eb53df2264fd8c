import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hasProgram } from './test/debian.ts'

const sdks = join(import.meta.dirname, '../sdks')
// Under CI the suite installs what they need, so that nothing is passed over there.
const canRun = (program: string) => hasProgram(program) || process.env.CI === 'true'
const run = (program: string, args: string[], language: string) =>
  spawnSync(program, args, { cwd: join(sdks, language), encoding: 'utf8', timeout: 120_000 })

describe.skipIf(!canRun('python3'))('the SDK for Python', () => {
  it('passes its own tests and the mapping vectors, without a warning', () => {
    const args = ['-W', 'error', '-B', '-m', 'unittest', 'discover', '-s', 'tests', '-t', '.']
    const { status, stderr } = run('python3', args, 'python')
    expect(status, stderr).toBe(0)
    expect(Number(/Ran (\d+) tests/.exec(stderr)?.[1])).toBeGreaterThan(15)
  })
})

describe.skipIf(!canRun('javac'))('the SDK for Java', () => {
  it('compiles for Java 17 without a warning, and passes its own tests and the mapping vectors', () => {
    const classes = mkdtempSync(join(tmpdir(), 'mkt-sdk-java-'))
    try {
      const sources = globSync('{src,test}/**/*.java', { cwd: join(sdks, 'java') })
      const flags = ['-Xlint:all,-serial', '-Werror', '--release', '17', '-d', classes]
      const compiled = run('javac', [...flags, ...sources], 'java')
      expect(compiled.status, compiled.stderr).toBe(0)
      const { status, stderr } = run('java', ['-cp', classes, 'Check', 'MappingTest', 'AppTest'], 'java')
      expect(status, stderr).toBe(0)
      expect(Number(/Ran (\d+) tests/.exec(stderr)?.[1])).toBeGreaterThan(15)
      // What its README shows compiles with it.
      const shown = /```java\n([\s\S]*?)```/.exec(readFileSync(join(sdks, 'java/README.md'), 'utf8'))?.[1] ?? ''
      writeFileSync(join(classes, 'App.java'), shown)
      const example = run('javac', ['-cp', classes, '-d', classes, join(classes, 'App.java')], 'java')
      expect(example.status, example.stderr).toBe(0)
    } finally {
      rmSync(classes, { recursive: true })
    }
  })
})
