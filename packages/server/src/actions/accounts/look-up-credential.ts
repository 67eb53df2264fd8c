import { Failure } from '@mkt/contract/errors'
import { addressParty } from '../../lib/sharing/address-party.ts'
import { QueueFull } from '../../lib/sharing/fair-queue.ts'
import type { LookUp } from '../../lib/sharing/strangers.ts'
import { hashToken } from '../../lib/token.ts'
import type { Platform } from '../platform/platform.ts'

/**
 * Looks up a credential, in its turn where many wrong ones come from the same address; undefined where it is wrong. Without an address the
 * same credential was looked up before, and its turn has come already.
 */
export async function lookUpCredential<T>(
  { strangers }: Pick<Platform, 'strangers'>,
  address: string | undefined,
  credential: string,
  lookUp: LookUp<T>,
  { isOnce = false } = {},
): Promise<T | undefined> {
  if (address === undefined) return lookUp(true)
  try {
    return await strangers.look(addressParty(address), hashToken(credential).toString('base64'), lookUp, isOnce)
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error
    throw new Failure('rate_limited', 'Too many wrong credentials come from this address. Try again in a minute.', {
      headers: { 'retry-after': '60' },
    })
  }
}
