import { Failure } from '@mkt/contract/errors'
import { readPublicKey } from '@mkt/oci'
import { actorOf } from '../../domain/accounts/caller.ts'
import { newId } from '../../lib/ids.ts'
import {
  insertPublisherKey,
  type PublisherKey,
  publisherKeyById,
  retirePublisherKey,
} from '../../store/accounts/publisher-keys.ts'
import { type Changing, change } from '../platform/change.ts'
import { enforceQuota } from '../platform/enforce-quota.ts'
import type { Origin } from '../platform/origin.ts'

/** Registers a public key of an organization. Only its public half ever comes here. */
export async function addPublisherKey(
  platform: Changing,
  input: { organizationId: string; name: string; publicKey: string },
  origin: Origin,
): Promise<PublisherKey> {
  const read = readPublicKey(input.publicKey)
  if ('wrong' in read)
    throw new Failure('request_invalid', `The key cannot be used: it ${read.wrong}.`, {
      problems: [{ pointer: '/publicKey', rule: 'key.invalid', message: `It ${read.wrong}.` }],
    })
  return change(platform, origin, async (unit) => {
    const { trx, now, random } = unit
    const id = newId('pkey', now, random)
    const { organizationId, name } = input
    const { pem: publicKey, fingerprint, algorithm } = read
    const createdBy = actorOf(origin.caller).label
    const row = { id, organizationId, name, publicKey, fingerprint, algorithm, createdBy, createdAt: now }
    await enforceQuota(unit, 'signingKeys', organizationId)
    if (!(await insertPublisherKey(trx, row)))
      throw new Failure('name_taken', `The key ${fingerprint} is registered already.`)
    return unit
      .record('signing-key.add', { organizationId, id: organizationId, details: { name, fingerprint } })
      .with({ ...row, retiredAt: null })
  })
}

/** Retires a key: it signs nothing new, and what it signed stays signed. */
export async function retireKey(platform: Changing, key: PublisherKey, origin: Origin): Promise<PublisherKey> {
  return change(platform, origin, async (unit) => {
    await retirePublisherKey(unit.trx, key.id, unit.now)
    const { organizationId, name, fingerprint } = key
    const retired = (await publisherKeyById(unit.trx, key.id)) as PublisherKey
    return unit
      .record('signing-key.retire', { organizationId, id: organizationId, details: { name, fingerprint } })
      .with(retired)
  })
}
