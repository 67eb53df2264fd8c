import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import type { Clock } from './clock.ts'
import { newId } from './ids.ts'
import type { MasterKey } from './master-keys.ts'
import { systemRandom } from './random.ts'

/**
 * Encryption at rest. Every owner (an organization) has a data key; data keys are stored wrapped by a master key and are
 * kept unwrapped in memory only. A sealed value is: version byte, data key id (29 characters), nonce, tag, ciphertext. Owner,
 * the caller's additional data (the row's identity) and the header are authenticated, so a value moved to another row does not open.
 */
export interface Vault {
  seal(owner: string, aad: string, plain: Uint8Array | string): Promise<Buffer>
  open(owner: string, aad: string, sealed: Uint8Array): Promise<Buffer>
  /** A fingerprint that only holders of the key can make: who reads the database cannot try out what it was made of. */
  digest(owner: string, purpose: string, plain: Uint8Array | string): Promise<string>
  /** Wraps every data key with the newest master key; returns how many it changed. Values stay as they are. */
  rewrap(): Promise<number>
}

export interface DataKey {
  id: string
  owner: string
  wrapped: Buffer
  masterKeyId: string
}

/** Where wrapped data keys are kept. */
export interface DataKeys {
  current(owner: string): Promise<DataKey | undefined>
  byId(id: string): Promise<DataKey | undefined>
  /** Keeps the key unless the owner already has one (another process was faster). */
  add(key: DataKey): Promise<void>
  notWrappedBy(masterKeyId: string): Promise<DataKey[]>
  replaceWrapping(id: string, former: Buffer, wrapped: Buffer, masterKeyId: string): Promise<boolean>
}

/** Thrown when a sealed value cannot be opened. It never tells anything of the content. */
export class SealError extends Error {
  override name = 'SealError'
}

/** The value may be whole: the operator has not given the master key it was sealed under. */
export class MasterKeyMissing extends SealError {}

/** Whether a sealed value is lost: no key that could be given opens it. */
export function isLost(error: unknown): boolean {
  return error instanceof SealError && !(error instanceof MasterKeyMissing)
}

const VERSION = 1
const ID_LENGTH = 29
const NONCE = 12
const TAG = 16
const HEADER = 1 + ID_LENGTH
const NOTHING = Buffer.alloc(0)

export function createVault(parts: { dataKeys: DataKeys; masterKeys: MasterKey[]; clock: Clock }): Vault {
  const { dataKeys, masterKeys, clock } = parts
  const newest = masterKeys[0]
  if (newest === undefined) throw new Error('At least one master key is needed.')
  // As key objects: bytes would be made into one at each use, which costs three times what the sealing does.
  const unwrapped = new Map<string, { owner: string; key: KeyObject }>()
  const currentByOwner = new Map<string, Promise<{ id: string; key: KeyObject }>>()

  function unwrap(row: DataKey): KeyObject {
    const known = unwrapped.get(row.id)
    if (known) return known.key
    const master = masterKeys.find((candidate) => candidate.id === row.masterKeyId)
    if (!master)
      throw new MasterKeyMissing(
        `Data key ${row.id} is wrapped by master key ${row.masterKeyId}, which was not given. Give the master key this database was used with: in MKT_MASTER_KEY, or as master.key in the data folder. Without it no stored secret can be read.`,
      )
    const key = createSecretKey(decrypt(master.key, wrapAad(row), row.wrapped))
    unwrapped.set(row.id, { owner: row.owner, key })
    return key
  }

  async function fetchCurrent(owner: string, wrapWith: MasterKey): Promise<{ id: string; key: KeyObject }> {
    let row = await dataKeys.current(owner)
    if (!row) {
      const fresh = { id: newId('dk', clock.now(), systemRandom), owner, masterKeyId: wrapWith.id }
      await dataKeys.add({ ...fresh, wrapped: encrypt(wrapWith.key, wrapAad(fresh), randomBytes(32)) })
      row = await dataKeys.current(owner)
      if (!row) throw new SealError(`No data key could be made for ${owner}.`)
    }
    return { id: row.id, key: unwrap(row) }
  }

  function current(owner: string, wrapWith: MasterKey): Promise<{ id: string; key: KeyObject }> {
    const known = currentByOwner.get(owner)
    if (known) return known
    const fetched = fetchCurrent(owner, wrapWith)
    currentByOwner.set(owner, fetched)
    fetched.catch(() => currentByOwner.delete(owner))
    return fetched
  }

  return {
    async seal(owner, aad, plain) {
      const { id, key } = await current(owner, newest)
      const header = Buffer.from(`${String.fromCharCode(VERSION)}${id}`, 'latin1')
      return encrypt(key, valueAad(header, owner, aad), plain, header)
    },

    async open(owner, aad, sealed) {
      if (sealed.length < HEADER + NONCE + TAG || sealed[0] !== VERSION) {
        throw new SealError(`A sealed value of ${owner} (${aad}) has a format this program does not know.`)
      }
      const header = Buffer.from(sealed.subarray(0, HEADER))
      const id = header.toString('latin1', 1)
      let known = unwrapped.get(id)
      if (!known) {
        const row = await dataKeys.byId(id)
        if (!row) throw new SealError(`The data key ${id} of a sealed value of ${owner} (${aad}) is not there.`)
        known = { owner: row.owner, key: unwrap(row) }
      }
      if (known.owner !== owner) throw new SealError(`A sealed value (${aad}) does not belong to ${owner}.`)
      return decrypt(known.key, valueAad(header, owner, aad), sealed.subarray(HEADER))
    },

    async digest(owner, purpose, plain) {
      const { key } = await current(owner, newest)
      const derived = Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `digest ${purpose}`, 32))
      return createHmac('sha256', derived).update(plain).digest('hex')
    },

    async rewrap() {
      let changed = 0
      for (const row of await dataKeys.notWrappedBy(newest.id)) {
        const wrapped = encrypt(newest.key, wrapAad(row), unwrap(row).export())
        if (await dataKeys.replaceWrapping(row.id, row.wrapped, wrapped, newest.id)) changed += 1
      }
      return changed
    },
  }
}

function wrapAad(row: { id: string; owner: string }): Buffer {
  return Buffer.from(`data key\n${row.id}\n${row.owner}`)
}

function valueAad(header: Buffer, owner: string, aad: string): Buffer {
  return Buffer.concat([header, Buffer.from(`${owner}\n${aad}`)])
}

/** `header` stands in front of what is sealed, as it is. */
function encrypt(key: Buffer | KeyObject, aad: Buffer, plain: Uint8Array | string, header = NOTHING): Buffer {
  const nonce = systemRandom.bytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(aad)
  const body = cipher.update(typeof plain === 'string' ? Buffer.from(plain) : plain)
  // In this mode the end adds no bytes, only the tag.
  cipher.final()
  return Buffer.concat([header, nonce, cipher.getAuthTag(), body])
}

function decrypt(key: Buffer | KeyObject, aad: Buffer, sealed: Uint8Array): Buffer {
  try {
    const cipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE), { authTagLength: TAG })
    cipher.setAAD(aad)
    cipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG))
    const plain = cipher.update(sealed.subarray(NONCE + TAG))
    // In this mode the end adds no bytes: it fails where the tag does not fit.
    cipher.final()
    return plain
  } catch {
    throw new SealError('A sealed value was altered, moved, or sealed with another key.')
  }
}
