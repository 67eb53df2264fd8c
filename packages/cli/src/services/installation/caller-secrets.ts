import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Client } from '@mkt/contract/client'
import { writeFileWhole } from '../app/write-file.ts'
import { profilesFile } from '../platform/profiles.ts'

type Env = Readonly<Record<string, string | undefined>>

/** Which secret: of an installation on a platform. */
export interface SecretOwner {
  url: string
  installationId: string
}

/** Makes a new caller secret. The platform shows it once; the former one ends when the tenant knows the new one. */
export async function rotateCallerSecret(client: Client, installationId: string): Promise<string> {
  return (await client.rotateCallerSecret({ params: { id: installationId } })).callerSecret
}

/** Keeps a secret for `mkt call`, or forgets it. Only the owner of the file may read it, as with API keys. */
export function keepCallerSecret(env: Env, owner: SecretOwner, secret: string | undefined): void {
  const secrets = readAll(env)
  if (secret === undefined) delete secrets[keyOf(owner)]
  else secrets[keyOf(owner)] = secret
  const file = fileOf(env)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileWhole(file, `${JSON.stringify(secrets, null, 2)}\n`, 0o600)
}

export function keptCallerSecret(env: Env, owner: SecretOwner): string | undefined {
  return readAll(env)[keyOf(owner)]
}

function keyOf({ url, installationId }: SecretOwner): string {
  return `${url} ${installationId}`
}

function fileOf(env: Env): string {
  return join(dirname(profilesFile(env)), 'caller-secrets.json')
}

function readAll(env: Env): Record<string, string> {
  try {
    return JSON.parse(readFileSync(fileOf(env), 'utf8')) as Record<string, string>
  } catch (error) {
    // A secret that is lost is made again; a file that cannot be read must not keep anybody from that.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}
