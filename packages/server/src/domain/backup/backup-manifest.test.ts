import { expect, it } from 'vitest'
import { type BackupManifest, lostSecrets, parseBackupManifest, schemaProblem } from './backup-manifest.ts'

const manifest: BackupManifest = {
  format: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  version: '1.2.3',
  migrations: [{ number: 1, name: 'core', checksum: 'a' }],
  tables: [],
  sequences: [],
  secrets: [{ masterKeyId: 'k1', organizations: ['acme'], things: [] }],
  blobs: null,
}

it('half a manifest is none', () => {
  const text = JSON.stringify(manifest)
  expect(parseBackupManifest(text)).toEqual(manifest)
  for (const wrong of ['', text.slice(0, -1), '{}', JSON.stringify({ ...manifest, format: 2 })])
    expect(parseBackupManifest(wrong)).toBeUndefined()
  const evil = { ...manifest, tables: [{ name: 'a; drop', columns: ['x'], rows: 0, bytes: 0, sha256: '' }] }
  expect(parseBackupManifest(JSON.stringify(evil))).toBeUndefined()
})

it('a backup of a newer schema, or of another one, is refused with what to do', () => {
  expect(
    schemaProblem(manifest, [
      { number: 1, checksum: 'a' },
      { number: 2, checksum: 'b' },
    ]),
  ).toBeUndefined()
  expect(schemaProblem(manifest, [])).toMatch(/version 1\.2\.3.*does not know/)
  expect(schemaProblem(manifest, [{ number: 1, checksum: 'x' }])).toMatch(/not the one/)
})

it('names the master keys that were not given', () => {
  expect(lostSecrets(manifest, ['k1', 'k2'])).toEqual([])
  expect(lostSecrets(manifest, ['k2'])).toEqual(manifest.secrets)
})
