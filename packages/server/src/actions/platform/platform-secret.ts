import { insertPlatformSecret, storedPlatformSecret } from '../../store/platform/platform-secrets.ts'
import type { Platform } from './platform.ts'

const OWNER = 'platform'
const BYTES = 32

/** `telemetry`: addresses for the telemetry of applications are signed with it. `output`: their output on the disk is sealed with it. */
type SecretName = 'telemetry' | 'output'

/** A secret of the platform itself: made once, sealed at rest, the same in every process. */
export async function platformSecret(
  platform: Pick<Platform, 'db' | 'vault' | 'random'>,
  name: SecretName,
): Promise<Buffer> {
  const { db, vault, random } = platform
  const identity = `platform secret ${name}`
  if ((await storedPlatformSecret(db, name)) === undefined)
    await insertPlatformSecret(db, name, await vault.seal(OWNER, identity, random.bytes(BYTES)))
  const sealed = await storedPlatformSecret(db, name)
  if (sealed === undefined) throw new Error(`There is no secret for ${name}.`)
  return Buffer.from(await vault.open(OWNER, identity, sealed))
}
