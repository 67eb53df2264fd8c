import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { buildRootfsImage } from '@mkt/oci'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeReleaseFiles } from './make-files.ts'
import { makeRelease, ReleaseRefused, type ReleaseWork } from './make-release.ts'
import { versionOf } from './set-version.ts'

const source = resolve(import.meta.dirname, '../..')
const now = new Date('2026-11-17T12:00:00Z')
let root: string

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
const put = (file: string, text: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mkt-release-'))
  for (const path of [
    'deploy',
    'docs/kubernetes.md',
    'sdks/python',
    'packages/server/package.json',
    'package-lock.json',
    'package.json',
    '.gitignore',
  ])
    cpSync(join(source, path), join(root, path), { recursive: true })
  put('CHANGELOG.md', '# Changelog\n\n## [Unreleased]\n\n- Better.\n')
  put('scripts/advisories/snapshot.json', snapshot('2026-11-01'))
  git('init', '--quiet', '--initial-branch', 'main')
  git('config', 'user.name', 'Test')
  git('config', 'user.email', 'test@mkt.test')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'a beginning')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const snapshot = (taken: string) => JSON.stringify({ taken, advisories: [], exceptions: [] })

const work: ReleaseWork = {
  generate: () => put('docs/generated.md', `version ${versionOf(root)}\n`),
  files: async () => put('dist/release/files', versionOf(root)),
}

test('a release is one commit with version, changelog and what is generated, and a tag with the notes', async () => {
  expect(await makeRelease(root, '2.0.0', now, work)).toBe('v2.0.0')
  expect(git('log', '-1', '--format=%s')).toBe('release: 2.0.0')
  expect(git('describe')).toBe('v2.0.0')
  expect(git('tag', '--list', '--format=%(contents)')).toContain('- Better.')
  expect(git('status', '--porcelain')).toBe('')
  expect(git('show', 'HEAD:docs/generated.md')).toBe('version 2.0.0')
  expect(git('show', 'HEAD:CHANGELOG.md')).toContain('## [2.0.0] - 2026-11-17\n\n- Better.')
  expect(readFileSync(join(root, 'dist/release/files'), 'utf8')).toBe('2.0.0')
})

test('a release that cannot be built leaves neither commit nor tag nor a changed file', async () => {
  const head = git('rev-parse', 'HEAD')
  const broken = { ...work, files: () => Promise.reject(new Error('the image does not build')) }
  await expect(makeRelease(root, '2.0.0', now, broken)).rejects.toThrow('the image does not build')
  expect(git('rev-parse', 'HEAD')).toBe(head)
  expect(git('tag', '--list')).toBe('')
  expect(git('status', '--porcelain')).toBe('')
  expect(existsSync(join(root, 'docs/generated.md'))).toBe(false)
})

test('a release that is refused begins nothing', async () => {
  put('new.txt', 'not committed')
  await expect(makeRelease(root, '2.0.0', now, work)).rejects.toThrow(ReleaseRefused)
  expect(git('status', '--porcelain')).toBe('?? new.txt')
})

test('a release with old advisories is refused, unless that is what somebody wants', async () => {
  put('scripts/advisories/snapshot.json', snapshot('2026-01-01'))
  git('commit', '--quiet', '--all', '--message', 'older')
  await expect(makeRelease(root, '2.0.0', now, work)).rejects.toThrow(/320 days old.*--stale-advisories/)
  expect(await makeRelease(root, '2.0.0', now, work, { staleAdvisories: true })).toBe('v2.0.0')
})

test('what the last release does without is dropped before the next one', async () => {
  put('packages/server/src/store/database/migrations/0228_organization_columns.sql', 'select 1;')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'expand')
  await makeRelease(root, '2.0.0', now, work)
  put(
    'CHANGELOG.md',
    readFileSync(join(root, 'CHANGELOG.md'), 'utf8').replace('[Unreleased]', '[Unreleased]\n\n- More.'),
  )
  git('commit', '--quiet', '--all', '--message', 'more')
  await expect(makeRelease(root, '2.1.0', now, work)).rejects.toThrow(/trigger attempt_organization of attempt/)
  expect(await makeRelease(root, '2.0.1', now, work)).toBe('v2.0.1')
})

test('its files are image, bill of materials, packages, chart, manifests and notes, each with a checksum', async () => {
  put('rootfs/bin/app', 'x')
  const out = join(root, 'dist/files')
  const builders = {
    image: () => buildRootfsImage({ dir: root, rootfs: join(root, 'rootfs'), cmd: ['/bin/app'], manifest: '{}' }),
    packages: async (folder: string) => {
      mkdirSync(folder)
      writeFileSync(join(folder, 'mkt-cli-0.1.0.tgz'), 'packed')
    },
  }
  const names = await makeReleaseFiles({ root, version: '0.1.0', now }, out, builders)
  expect(names).toEqual([
    'NOTES.md',
    'mkt-0.1.0.cdx.json',
    'mkt-0.1.0.tar',
    'mkt-0.1.0.yaml',
    'mkt-chart-0.1.0.tgz',
    'packages/mkt-cli-0.1.0.tgz',
    'SHA256SUMS',
  ])
  execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: out })
  const listed = execFileSync('tar', ['--list', '--file', 'mkt-chart-0.1.0.tgz'], { cwd: out, encoding: 'utf8' })
  expect(listed.split('\n')).toEqual(
    expect.arrayContaining(['mkt/Chart.yaml', 'mkt/values.yaml', 'mkt/templates/_helpers.tpl']),
  )
  expect(JSON.parse(readFileSync(join(out, 'mkt-0.1.0.cdx.json'), 'utf8'))).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'mkt/platform', version: '0.1.0' } },
  })
  expect(readFileSync(join(out, 'NOTES.md'), 'utf8')).toBe('- Better.\n')
})
