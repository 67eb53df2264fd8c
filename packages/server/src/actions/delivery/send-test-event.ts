import { Failure } from '@mkt/contract/errors'
import { repeatKey } from '../../domain/delivery/event.ts'
import { testEvent } from '../../domain/delivery/test-event.ts'
import { newId } from '../../lib/ids.ts'
import { insertEvent } from '../../store/delivery/accepts.ts'
import type { Installation } from '../../store/installation/installations.ts'
import { releaseById } from '../../store/release/releases.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import { bodyIdentity } from './receive-event.ts'

export interface TestEventInput {
  type?: string | undefined
  policyLocator?: string | undefined
}

/** Sends an event of our own to an installation, in line and by the rules of those its policy system sends. */
export async function sendTestEvent(
  platform: Changing & Pick<Platform, 'vault'>,
  installation: Installation,
  input: TestEventInput,
  origin: Origin,
): Promise<{ eventId: string; type: string; path: string }> {
  const { id: installationId, organizationId, listingId, state } = installation
  if (state !== 'RUNNING')
    throw new Failure('illegal_move', `The installation is ${state}: a test event is sent to one that is RUNNING.`)
  const release = await releaseById(platform.db, installation.releaseId)
  if (!release) throw new Error(`release ${installation.releaseId} of ${installationId} is gone`)
  const now = platform.clock.now()
  const id = newId('evt', now, platform.random)
  const event = testEvent(release.manifest, installation.variant, { id, now, ...input })
  if (event === undefined) {
    const what = input.type === undefined ? 'no events' : `no events of the type ${input.type}`
    throw new Failure('illegal_move', `The application asks for ${what}. Choose one that its webhooks name.`)
  }
  const { path, type, body } = event
  const sealedBody = await platform.vault.seal(organizationId, bodyIdentity(id), body)
  return change(platform, origin, async (unit) => {
    await insertEvent(unit.trx, {
      ...{ id, installationId, organizationId, listingId, path, type, sealedBody },
      query: '',
      repeatKey: repeatKey(id),
      contentType: 'application/json',
      traceparent: null,
      forwarding: null,
      size: body.length,
      receivedAt: now,
      dueAt: now,
    })
    unit.changed('event', installationId)
    const details = { eventId: id, type }
    return unit
      .record('delivery.test', { organizationId, id: installationId, details })
      .with({ eventId: id, type, path })
  })
}
