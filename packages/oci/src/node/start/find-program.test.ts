import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findProgram } from './find-program.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'oci-start-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const write = (path: string, content: string | object) => {
  mkdirSync(dirname(join(dir, path)), { recursive: true })
  writeFileSync(join(dir, path), typeof content === 'string' ? content : JSON.stringify(content))
}
const started = (start: string, more: object = {}, scripts: object = {}) => {
  write('package.json', { scripts: { start, ...scripts }, ...more })
  return findProgram(dir)
}

describe('the program of a folder', () => {
  it.each([
    ['node dist/server.js', {}, ['node', 'dist/server.js']],
    ['node app', {}, ['node', 'app']],
    ['exec node x.js --verbose "a b"', {}, ['node', 'x.js', '--verbose', 'a b']],
    ['NODE_ENV=production PORT="80" node x.js', { NODE_ENV: 'production', PORT: '80' }, ['node', 'x.js']],
    ['cross-env A=1 node --enable-source-maps x.js', { A: '1' }, ['node', '--enable-source-maps', 'x.js']],
    ['env A=1 node x.js', { A: '1' }, ['node', 'x.js']],
    ['node --import ./o.mjs -r a/b x.js', {}, ['node', '--import', './o.mjs', '-r', 'a/b', 'x.js']],
    ['node --max-old-space-size=256 x.js', {}, ['node', '--max-old-space-size=256', 'x.js']],
  ])('is its start script as it is: %s', async (script, env, argv) => {
    expect(await started(script)).toMatchObject({ origin: 'the start script', line: script, env, command: { argv } })
  })

  it('is the script that the start script runs, with its arguments', async () => {
    const scripts = { prod: 'A=1 node x.js', build: 'tsc' }
    const { command, env } = await started('npm run prod -- --fast', {}, scripts)
    expect({ command, env }).toEqual({ command: { argv: ['node', 'x.js', '--fast'] }, env: { A: '1' } })
    expect((await started('node --run prod', {}, scripts)).command).toEqual({ argv: ['node', 'x.js'] })
    const built = await started('npm run build && node x.js', {}, scripts)
    expect(built).toMatchObject({ command: { argv: ['node', 'x.js'] }, remarks: [expect.stringContaining('"build"')] })
    expect((await started('node x.js', {}, { ...scripts, prestart: 'npm run build' })).command).toEqual({
      argv: ['node', 'x.js'],
    })
  })

  it('goes through a shell where there are several commands or variables, and the last one replaces it', async () => {
    const { command } = await started('node migrate.js && A=1 node x.js --port $MKT_PORT')
    expect(command).toEqual({ shell: 'node migrate.js && export A=1 && exec node x.js --port $MKT_PORT' })
    expect((await started('cd dist; node "a b.js"')).command).toEqual({ shell: "cd dist ; exec node 'a b.js'" })
  })

  it('is a program of a production dependency, and not one of a development dependency', async () => {
    write('node_modules/serve-it/package.json', { name: 'serve-it', bin: { serve: './cli.js' } })
    write('node_modules/tsx/package.json', { name: 'tsx', bin: './dist/cli.mjs' })
    const packages = { dependencies: { 'serve-it': '1' }, devDependencies: { tsx: '4' } }
    expect(await started('serve --quiet', packages)).toMatchObject({
      command: { argv: ['node', 'node_modules/serve-it/cli.js', '--quiet'] },
      needs: [{ what: 'package', name: 'serve-it' }],
    })
    await expect(started('tsx src/main.ts', packages)).rejects.toThrow(/tsx comes from a development dependency/)
  })

  it('names the files and packages that must be in the image', async () => {
    const { needs } = await started('node --import ./o.mjs --import=@scope/pkg/register dist/server.js')
    expect(needs.map(({ what, name }) => [what, name])).toEqual([
      ['file', 'dist/server.js'],
      ['file', './o.mjs'],
      ['package', '@scope/pkg'],
    ])
  })

  it.each([
    ['node x.js | pino-pretty', /a pipe/],
    ['node --watch x.js', /--watch cannot.*development/],
    ['node --env-file=.env x.js', /mkt variables set/],
    ['python3 app.py', /no python3 in the image/],
    ['node $ENTRY', /only known to a shell/],
    ['node', /without a program/],
    ['npm run gone', /no script "gone"/],
    ['npm start', /lead to each other/],
    ['npm run build', /starts nothing/],
  ])('refuses what cannot be carried into an image, with the way out: %s', async (script, message) => {
    await expect(started(script)).rejects.toThrow(message)
  })

  it('is main of package.json or a usual name where there is no start script', async () => {
    write('server.js', '')
    write('package.json', { main: 'lib/index.js' })
    expect(await findProgram(dir)).toMatchObject({
      origin: 'main of package.json',
      command: { argv: ['node', 'lib/index.js'] },
    })
    write('package.json', {})
    expect(await findProgram(dir)).toMatchObject({ origin: 'the usual name', command: { argv: ['node', 'server.js'] } })
    rmSync(join(dir, 'server.js'))
    await expect(findProgram(dir)).rejects.toThrow(/no program to start/)
  })
})
