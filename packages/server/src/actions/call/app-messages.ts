import type { AppMessage } from '../../domain/call/app-message.ts'
import { shownMessageBytes } from '../../domain/call/app-message.ts'
import type { Mask } from '../../domain/platform/mask.ts'
import { installationMask } from '../installation/installation-mask.ts'
import type { Platform } from '../platform/platform.ts'

/** Additional data of an encrypted message. */
export function callMessageIdentity(callId: string): string {
  return `call message ${callId}`
}

interface Owner {
  installationId: string
  organizationId: string
}

/** Makes what an application said fit to be shown and kept. */
export interface AppMessages {
  /** The masked message and its sealed copy; null where the secrets to mask cannot be read in time. */
  prepare(owner: Owner, callId: string, message: AppMessage): Promise<{ shown: string; sealed: Buffer } | null>
}

/** The caller waits for the mask, so it must not wait for a database that is away. */
const MAX_WAIT_MS = 1_000

export function createAppMessages(platform: Pick<Platform, 'db' | 'vault' | 'log'>): AppMessages {
  const masks = new Map<string, Promise<Mask>>()

  /** Calls that fail at the same time share one read of the secrets. */
  function maskOf(owner: Owner): Promise<Mask> {
    const reading = masks.get(owner.installationId)
    if (reading !== undefined) return reading
    const mask = installationMask(platform, owner).finally(() => masks.delete(owner.installationId))
    masks.set(owner.installationId, mask)
    return mask
  }

  async function masked(owner: Owner, callId: string, message: AppMessage) {
    const mask = await maskOf(owner)
    const shown = mask(message.text, shownMessageBytes)
    return { shown, sealed: await platform.vault.seal(owner.organizationId, callMessageIdentity(callId), shown) }
  }

  return {
    async prepare(owner, callId, message) {
      const late = Promise.withResolvers<null>()
      const timer = setTimeout(() => late.resolve(null), MAX_WAIT_MS)
      const failed = (error: Error) => {
        platform.log.warn({ error: error.message, callId }, 'The message of an application could not be masked')
        return null
      }
      const result = await Promise.race([masked(owner, callId, message).catch(failed), late.promise])
      clearTimeout(timer)
      return result
    },
  }
}

/** The message as it was shown when the call was made; null where none was kept. */
export async function openAppMessage(
  platform: Pick<Platform, 'vault'>,
  call: { id: string; organizationId: string; appMessage?: Buffer | null },
): Promise<string | null> {
  if (call.appMessage === null || call.appMessage === undefined) return null
  const opened = await platform.vault.open(call.organizationId, callMessageIdentity(call.id), call.appMessage)
  return opened.toString('utf8')
}
