import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { run } from './run.ts'
import { templateLanguages, templates } from './services/app/init-app.ts'
import { capturedWorld } from './testing/captured-world.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'mkt-run-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

async function mkt(...args: string[]) {
  const world = capturedWorld(dir, { HOME: dir })
  const code = await run(args, world)
  const out = world.out()
  return { code, out, err: world.err(), json: args.includes('--json') ? JSON.parse(out) : undefined }
}

const manifest = (text: string) => writeFileSync(join(dir, 'platform-app.json'), text)

describe('exit codes', () => {
  it('are 2 for a wrong command line, with the failure as the one object of --json', async () => {
    for (const args of [['nonsense'], ['validate', '--nonsense'], ['version'], ['version', 'middle'], []]) {
      const { code, json } = await mkt(...args, '--json')
      expect({ args, code }).toEqual({ args, code: 2 })
      expect(json).toEqual({
        error: { code: 'usage', message: expect.any(String), fix: expect.anything(), requestId: null },
      })
    }
  })

  it('are 1 for what cannot be done', async () => {
    expect(await mkt('validate', '--json')).toMatchObject({ code: 1, json: { error: { code: 'manifest_missing' } } })
    expect(await mkt('whoami', '--json')).toMatchObject({ code: 1, json: { error: { code: 'credentials_missing' } } })
    expect(await mkt('login', '--json')).toMatchObject({ code: 2, json: { error: { code: 'usage' } } })
  })

  it('are 2 for a number that is none, before anything is begun', async () => {
    for (const args of [
      ['dev', '--port', 'abc'],
      ['dev', '--app-port', '70000'],
      ['conformance', '--state-port', '-1'],
      ['logs', '--tail', '1e3'],
      ['metrics', '--minutes', '0'],
      ['promote', '1.0.0', '--waves', '100', '--max-errors', 'few'],
    ]) {
      const { code, json } = await mkt(...args, '--json')
      expect({ args, code, json }).toMatchObject({ args, code: 2, json: { error: { code: 'usage' } } })
      expect(json.error.fix).toContain('Give')
    }
  })

  it('are 2 for a group without its command, with the help of the group', async () => {
    const { code, err } = await mkt('promotion')
    expect(code).toBe(2)
    expect(err).toContain('Usage: mkt promotion')
    expect(await mkt()).toMatchObject({ code: 2, err: expect.stringContaining('Usage: mkt [options]') })
  })

  it('of a group come from what it does by itself: "trial <release>" runs a trial', async () => {
    const { code, json } = await mkt('trial', '1.4.0', '--installation', 'ins_1', '--json')
    expect({ code, error: json.error.code }).toEqual({ code: 1, error: 'credentials_missing' })
  })

  it('say that a folder is not there, and not what the system calls that', async () => {
    for (const args of [
      ['port', 'nowhere'],
      ['doctor', 'nowhere'],
    ])
      expect(await mkt(...args, '--json')).toMatchObject({
        code: 1,
        json: { error: { code: 'folder_missing', message: `There is no folder ${join(dir, 'nowhere')}.` } },
      })
    expect(await mkt('conformance', 'nowhere', '--json')).toMatchObject({
      code: 1,
      json: { error: { message: expect.stringContaining('"nowhere" is neither a file nor a folder here') } },
    })
  })

  it('are 0 for help, which shows examples', async () => {
    const { code, out } = await mkt('deploy', '--help')
    expect(code).toBe(0)
    expect(out).toContain('--dry-run')
    expect(out).toContain('Examples:')
  })
})

describe('validate', () => {
  it('reports every problem at once, and warnings that leave the manifest valid', async () => {
    manifest('{ "name": "acme/x", "version": "1.0.0", "platform": { "egress": [] } }')
    const fine = await mkt('validate', '--json')
    expect(fine).toMatchObject({
      code: 0,
      json: { valid: true, problems: [{ rule: 'build.definition.missing', severity: 'warning' }] },
    })
    writeFileSync(join(dir, 'Dockerfile'), 'FROM scratch')
    expect((await mkt('validate', '--json')).json).toEqual({ valid: true, problems: [] })
    manifest('{ "name": "acme/x", "version": "1.0.0" }')
    expect((await mkt('validate')).out).toContain('every public host')
    manifest('{ "name": "acme", "version": "1.0", "platform": { "egress": [] } }')
    const bad = await mkt('validate', '--json')
    expect(bad.code).toBe(1)
    expect(bad.json.valid).toBe(false)
    expect(bad.json.problems.map(({ rule }: { rule: string }) => rule)).toEqual([
      'manifest.name.invalid',
      'manifest.version.invalid',
    ])
  })
})

describe('version', () => {
  it('raises the named part and writes the rest of the file as it was', async () => {
    const text = '{\n\t"version":"1.4.2",\n\t"name":"acme/x"}'
    manifest(text)
    expect((await mkt('version', 'patch', '--json')).json).toEqual({ previous: '1.4.2', version: '1.4.3' })
    expect((await mkt('version', 'minor', '--json')).json).toEqual({ previous: '1.4.3', version: '1.5.0' })
    expect((await mkt('version', 'major', '--json')).json).toEqual({ previous: '1.5.0', version: '2.0.0' })
    expect(readFileSync(join(dir, 'platform-app.json'), 'utf8')).toBe(text.replace('1.4.2', '2.0.0'))
  })

  it('cannot raise a part beyond nine digits: that cannot be done, and the file stays', async () => {
    const text = '{ "name": "acme/x", "version": "1.999999999.0" }'
    manifest(text)
    const { code, json } = await mkt('version', 'minor', '--json')
    expect([code, json]).toMatchObject([1, { error: { code: 'version_exhausted', requestId: null } }])
    expect(readFileSync(join(dir, 'platform-app.json'), 'utf8')).toBe(text)
  })
})

describe('init', () => {
  it('writes a manifest, a Dockerfile and an app for every template, valid as it is', async () => {
    for (const [template, variant] of [
      ['webhook', 'connected'],
      ['webhook', 'enterprise'],
      ['autofill', 'connected'],
      ['rater', 'connected'],
      ['lifecycle', 'connected'],
      ['lifecycle', 'enterprise'],
    ] as const) {
      const name = `${template}-${variant}`
      const made = await mkt(
        'init',
        name,
        '--name',
        `acme/${name}`,
        '--template',
        template,
        '--variant',
        variant,
        '--json',
      )
      expect(made).toMatchObject({ code: 0, json: { name: `acme/${name}`, template } })
      for (const file of [
        'platform-app.json',
        'Dockerfile',
        'package.json',
        'src/app.ts',
        'src/app.test.ts',
        '.dockerignore',
      ])
        expect(existsSync(join(dir, name, file))).toBe(true)
      const written = JSON.parse(readFileSync(join(dir, name, 'platform-app.json'), 'utf8')) as object
      expect(written).toHaveProperty('$schema', 'http://127.0.0.1:7070/schemas/platform-app.json')
      expect(await mkt('validate', name, '--variant', variant, '--json')).toMatchObject({
        code: 0,
        json: { problems: [] },
      })
    }
  })

  it('keeps what is there, and a manifest unless forced', async () => {
    writeFileSync(join(dir, 'Dockerfile'), 'FROM mine')
    expect((await mkt('init', '.', '--name', 'acme/x', '--json')).json).toMatchObject({ kept: ['Dockerfile'] })
    expect(readFileSync(join(dir, 'Dockerfile'), 'utf8')).toBe('FROM mine')
    expect(await mkt('init', '.', '--name', 'acme/x', '--json')).toMatchObject({
      code: 1,
      json: { error: { code: 'manifest_exists' } },
    })
    expect(await mkt('init', '.', '--name', 'acme/y', '--force', '--json')).toMatchObject({ code: 0 })
  })

  it('asks for the name by its flag where there is no terminal', async () => {
    expect(await mkt('init', '.', '--json')).toMatchObject({
      code: 2,
      json: { error: { message: '--name is missing.' } },
    })
    expect(await mkt('init', '.', '--name', 'Acme', '--json')).toMatchObject({ code: 2 })
    expect(
      await mkt('init', '.', '--name', 'acme/x', '--template', 'rater', '--variant', 'enterprise', '--json'),
    ).toMatchObject({ code: 2 })
  })
})

describe('a deploy that was broken off', () => {
  const original = '{ "name": "acme/x", "version": "1.0.0" }'
  const raised = '{ "name": "acme/x", "version": "1.1.0" }'
  const file = () => join(dir, '.platform-app.json.deploying')
  const mark = (over: object) =>
    writeFileSync(
      file(),
      JSON.stringify({
        pid: 999_999_999,
        processStart: null,
        url: 'http://elsewhere.example',
        listing: { id: 'lst_1', name: 'acme/x' },
        previousVersion: '1.0.0',
        version: '1.1.0',
        original,
        raised,
        restored: false,
        ...over,
      }),
    )

  it('stops commands that change the manifest while nobody can say whether the release exists', async () => {
    manifest(raised)
    mark({})
    expect(await mkt('version', 'minor', '--json')).toMatchObject({
      code: 1,
      json: { error: { code: 'deploy_unfinished' } },
    })
    expect(readFileSync(join(dir, 'platform-app.json'), 'utf8')).toBe(raised)
    expect(existsSync(file())).toBe(true)
    const validated = await mkt('validate', '--json')
    expect(validated.code).toBe(0)
    expect(validated.err).toContain('cannot be asked')
  })

  it('sends no credentials to the address in the mark unless they were given for it', async () => {
    manifest(raised)
    mark({ url: 'http://127.0.0.1:1' })
    const world = capturedWorld(dir, { HOME: dir, MKT_CLIENT_ID: 'id', MKT_API_KEY: 'key' })
    expect(await run(['version', 'minor', '--json'], world)).toBe(1)
    expect(JSON.parse(world.out())).toMatchObject({ error: { code: 'deploy_unfinished' } })
  })

  it('is told from one that still runs', async () => {
    manifest(raised)
    const stat = readFileSync('/proc/self/stat', 'utf8')
    const processStart = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    mark({ pid: process.pid, processStart })
    expect(await mkt('version', 'minor', '--json')).toMatchObject({
      code: 1,
      json: { error: { code: 'deploy_running' } },
    })
  })

  it('left nothing to fix when the kill came before the mark was whole', async () => {
    manifest(original)
    writeFileSync(file(), '{"pid":')
    expect(await mkt('version', 'minor', '--json')).toMatchObject({ code: 0, json: { version: '1.1.0' } })
    expect(existsSync(file())).toBe(false)
  })
})

it('completes words for three shells', async () => {
  expect((await mkt('completion', 'bash')).out).toContain('complete -F _mkt mkt')
  expect((await mkt('completion', 'zsh')).out).toContain('bashcompinit')
  expect((await mkt('completion', 'fish')).out).toContain('-a deploy')
})

it('completes the names of listings where a command takes one, and files where nobody is logged in', async () => {
  const { out } = await mkt('completion', 'bash')
  const tool = join(dir, 'mkt')
  const names = ['acme/rater', 'acme/other', 'acme/$(echo>planted)'].map((name) => `echo '${name}'`).join('; ')
  writeFileSync(tool, `#!/bin/sh\nif [ "$*" = "completion --names listing" ]; then ${names}; fi\n`)
  chmodSync(tool, 0o755)
  const complete = (line: string) => {
    const script = `${out}\nPATH="${dir}:$PATH"\nCOMP_WORDS=(${line})\nCOMP_CWORD=$((\${#COMP_WORDS[@]}-1))\n_mkt\nprintf '%s\\n' "\${COMPREPLY[@]}"`
    return spawnSync('bash', ['-c', script], { encoding: 'utf8', cwd: dir }).stdout.trim().split('\n')
  }
  expect(complete('mkt restart acme/r')).toEqual(['acme/rater'])
  expect(complete('mkt restart --no')).toEqual(['--no-wait'])
  expect(complete('mkt res')).toEqual(['restart'])
  expect(complete('mkt tenants schema a')).toEqual([''])
  // Nothing that is written in a name is run.
  expect(complete('mkt restart acme/')).toHaveLength(3)
  expect(existsSync(join(dir, 'planted'))).toBe(false)
})

describe('explain', () => {
  it('says what a rule or a code means, and proposes names', async () => {
    expect((await mkt('explain', 'webhook.event.unknown', '--json')).json).toMatchObject({
      kind: 'rule',
      severity: 'error',
    })
    expect((await mkt('explain', 'version_taken', '--json')).json).toMatchObject({ kind: 'code', status: 409 })
    const unknown = await mkt('explain', 'version_token', '--json')
    expect(unknown).toMatchObject({ code: 1, json: { error: { fix: expect.stringContaining('version_taken') } } })
  })
})

describe('init in a language', () => {
  it.each(['typescript', 'python', 'java', 'go'])(
    'writes an app in %s that mkt knows how to build',
    async (language) => {
      const { code, json } = await mkt('init', 'app', '--name', 'acme/app', '--language', language, '--json')
      expect({ code, json }).toMatchObject({ code: 0, json: { language, template: 'webhook' } })
      expect(json.files).toEqual(
        expect.arrayContaining(['platform-app.json', 'Dockerfile', '.dockerignore', 'README.md']),
      )
      expect((await mkt('validate', 'app', '--json')).json).toEqual({ valid: true, problems: [] })
    },
  )

  it('has every template in every language, and refuses a template that is in none', async () => {
    for (const language of templateLanguages)
      for (const template of Object.keys(templates)) {
        const args = ['init', `${language}-${template}`, '--name', 'acme/app', '--language', language]
        const { code, json } = await mkt(...args, '--variant', 'connected', '--template', template, '--json')
        expect({ code, json }).toMatchObject({ code: 0, json: { language, template } })
      }
    const unknown = await mkt('init', 'app', '--name', 'acme/app', '--language', 'go', '--template', 'oracle', '--json')
    expect(unknown).toMatchObject({ code: 2, json: { error: { code: 'usage' } } })
  })
})
