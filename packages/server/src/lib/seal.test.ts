import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { systemClock } from './clock.ts'
import { loadMasterKeys, parseMasterKeys } from './master-keys.ts'
import type { DataKey, DataKeys } from './seal.ts'
import { createVault, SealError } from './seal.ts'

function memoryKeys(): DataKeys & { rows: DataKey[] } {
  const rows: DataKey[] = []
  return {
    rows,
    current: async (owner) => rows.find((row) => row.owner === owner),
    byId: async (id) => rows.find((row) => row.id === id),
    add: async (key) => {
      if (!rows.some((row) => row.owner === key.owner)) rows.push(key)
    },
    notWrappedBy: async (masterKeyId) => rows.filter((row) => row.masterKeyId !== masterKeyId),
    replaceWrapping: async (id, former, wrapped, masterKeyId) => {
      const row = rows.find((candidate) => candidate.id === id && candidate.wrapped.equals(former))
      if (row) Object.assign(row, { wrapped, masterKeyId })
      return row !== undefined
    },
  }
}

const [oldKey, newKey] = [
  parseMasterKeys(randomBytes(32).toString('hex')),
  parseMasterKeys(randomBytes(32).toString('base64')),
]

test('what was sealed opens again, whatever the bytes', async () => {
  const vault = createVault({ dataKeys: memoryKeys(), masterKeys: oldKey, clock: systemClock })
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      const sealed = await vault.seal('org_a', 'row 1', bytes)
      return (await vault.open('org_a', 'row 1', sealed)).equals(Buffer.from(bytes))
    }),
    { numRuns: 50 },
  )
})

test('a value moved to another row or another owner does not open', async () => {
  const vault = createVault({ dataKeys: memoryKeys(), masterKeys: oldKey, clock: systemClock })
  const sealed = await vault.seal('org_a', 'row 1', 'text')
  await vault.seal('org_b', 'row 1', 'text')
  await expect(vault.open('org_a', 'row 2', sealed)).rejects.toThrow(SealError)
  await expect(vault.open('org_b', 'row 1', sealed)).rejects.toThrow(SealError)
})

test('every altered byte is noticed and the error tells nothing of the content', async () => {
  const vault = createVault({ dataKeys: memoryKeys(), masterKeys: oldKey, clock: systemClock })
  const sealed = await vault.seal('org_a', 'row 1', 'planted-text')
  for (let index = 0; index < sealed.length; index += 1) {
    const altered = Buffer.from(sealed)
    altered[index] = (altered[index] ?? 0) ^ 1
    const error = await vault.open('org_a', 'row 1', altered).catch((caught: Error) => caught)
    expect(error).toBeInstanceOf(SealError)
    expect(String(error)).not.toContain('planted-text')
  }
})

test('master keys rotate: old values open, rewrapping frees the old key, values stay untouched', async () => {
  const dataKeys = memoryKeys()
  const sealed = await createVault({ dataKeys, masterKeys: oldKey, clock: systemClock }).seal('org_a', 'row 1', 'text')
  const both = createVault({ dataKeys, masterKeys: [...newKey, ...oldKey], clock: systemClock })
  expect((await both.open('org_a', 'row 1', sealed)).toString()).toBe('text')
  expect(await both.rewrap()).toBe(1)
  expect(await both.rewrap()).toBe(0)
  const onlyNew = createVault({ dataKeys, masterKeys: newKey, clock: systemClock })
  expect((await onlyNew.open('org_a', 'row 1', sealed)).toString()).toBe('text')
  const onlyOld = createVault({ dataKeys, masterKeys: oldKey, clock: systemClock })
  await expect(onlyOld.open('org_a', 'row 1', sealed)).rejects.toThrow(SealError)
})

test('the key file is made once, for its owner alone, and refused when others can read it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-key-'))
  try {
    const file = join(folder, 'master.key')
    const first = loadMasterKeys(undefined, file)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(loadMasterKeys(undefined, file)).toEqual(first)
    expect(loadMasterKeys(readFileSync(file, 'utf8'), '/nowhere')).toEqual(first)
    chmodSync(file, 0o644)
    expect(() => loadMasterKeys(undefined, file)).toThrow(/chmod 600/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a master key of the wrong length is refused with what to do', () => {
  expect(() => parseMasterKeys('c2hvcnQ=')).toThrow(/32 are needed/)
  expect(() => parseMasterKeys('  ')).toThrow(/empty/)
})

test('a fingerprint is the same for the same text, purpose and owner, also after the master key changed, and for nothing else', async () => {
  const dataKeys = memoryKeys()
  const vault = createVault({ dataKeys, masterKeys: oldKey, clock: systemClock })
  const first = await vault.digest('org_a', 'idempotency', 'text')
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  const rotated = createVault({ dataKeys, masterKeys: [...newKey, ...oldKey], clock: systemClock })
  await rotated.rewrap()
  expect(await rotated.digest('org_a', 'idempotency', 'text')).toBe(first)
  for (const [owner, purpose, text] of [
    ['org_b', 'idempotency', 'text'],
    ['org_a', 'other', 'text'],
    ['org_a', 'idempotency', 'texts'],
  ] as const)
    expect(await vault.digest(owner, purpose, text)).not.toBe(first)
})
