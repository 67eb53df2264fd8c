import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readNotes } from './release-notes.ts'

const folder = mkdtempSync(join(tmpdir(), 'mkt-notes-'))

it('release notes are given as text or as a file, or not at all', () => {
  writeFileSync(join(folder, 'notes.md'), '# New\n')
  expect(readNotes(folder, { notes: 'Flood is rated.' })).toBe('Flood is rated.')
  expect(readNotes(folder, { notesFile: 'notes.md' })).toBe('# New\n')
  expect(readNotes(folder, {})).toBeUndefined()
})

it('release notes that are missing, given twice or too long are refused before anything is built', () => {
  expect(() => readNotes(folder, { notesFile: 'none.md' })).toThrow(/cannot be read/)
  expect(() => readNotes(folder, { notes: 'a', notesFile: 'notes.md' })).toThrow(/exclude/)
  expect(() => readNotes(folder, { notes: 'a'.repeat(20_001) })).toThrow(/20001 characters/)
})
