import { createHash, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, statSync, unlinkSync, writeSync } from 'node:fs'

/** A key that wraps data keys. Its id is derived from it, so a list may be reordered freely. */
export interface MasterKey {
  id: string
  key: Buffer
}

const KEY_BYTES = 32

/**
 * Reads master keys, newest first, from text: 32 bytes each, as base64 or hexadecimal, separated by commas or white space.
 * The first one wraps new data keys; the others still open what they wrapped.
 */
export function parseMasterKeys(text: string): MasterKey[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  if (words.length === 0) throw new Error('The master key is empty: give 32 random bytes as base64 or hexadecimal.')
  return words.map((word, index) => {
    const key = /^[0-9a-fA-F]{64}$/.test(word) ? Buffer.from(word, 'hex') : Buffer.from(word, 'base64')
    if (key.length !== KEY_BYTES) {
      throw new Error(
        `Master key number ${index + 1} has ${key.length} bytes: 32 are needed, as base64 or hexadecimal.`,
      )
    }
    return { id: createHash('sha256').update('mkt master key').update(key).digest('hex').slice(0, 16), key }
  })
}

/** The keys from the given text, or from the file, which is made with a fresh key and mode 0600 when it is not there. */
export function loadMasterKeys(given: string | undefined, file: string): MasterKey[] {
  if (given !== undefined && given.trim() !== '') return parseMasterKeys(given)
  createKeyFile(file)
  const mode = statSync(file).mode & 0o077
  if (mode !== 0) throw new Error(`The key file ${file} can be read by others: run chmod 600 ${file} and start again.`)
  return parseMasterKeys(readFileSync(file, 'utf8'))
}

/** A half-written key file would lose every secret, so the file appears whole (link of a synced file) or not at all. */
function createKeyFile(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })) return
  const draft = `${file}.${process.pid}`
  const handle = openSync(draft, 'wx', 0o600)
  writeSync(handle, `${randomBytes(KEY_BYTES).toString('base64')}\n`)
  fsyncSync(handle)
  closeSync(handle)
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
}
