import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Abort } from '../../abort.ts'
import type { SigningKey } from './push-release.ts'

/** The private key in a file; its passphrase comes from the environment, so that no command line shows it. */
export function readSigningKey(
  { cwd, env }: { cwd: string; env: Readonly<Record<string, string | undefined>> },
  file: string,
): SigningKey {
  const passphrase = env.MKT_SIGN_PASSPHRASE
  try {
    const key = readFileSync(resolve(cwd, file), 'utf8')
    return { key, ...(passphrase === undefined ? {} : { passphrase }) }
  } catch (error) {
    throw new Abort('signing_key_unreadable', `The signing key ${file} cannot be read: ${(error as Error).message}.`, {
      fix: 'Make one with "openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out key.pem".',
    })
  }
}
