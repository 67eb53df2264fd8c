import { readFileSync, statSync } from 'node:fs'
import { Secret } from '../secret.ts'

export interface S3Credentials {
  accessKeyId: string
  secretAccessKey: Secret
  sessionToken?: Secret | undefined
}

export interface CredentialSources {
  /** What the environment gives; it comes before the file. */
  accessKeyId: string | undefined
  secretAccessKey: Secret | undefined
  sessionToken: Secret | undefined
  /** A credentials file in the usual format, and the profile in it. */
  file: string
  profile: string
}

export class CredentialsMissing extends Error {
  override name = 'CredentialsMissing'
}

/** Gives the credentials for each request. A file is read again when it changes, so that keys can rotate while the process runs. */
export function s3Credentials(sources: CredentialSources): () => S3Credentials {
  const { accessKeyId, secretAccessKey, sessionToken, file, profile } = sources
  if (accessKeyId !== undefined && secretAccessKey !== undefined) {
    const given = { accessKeyId, secretAccessKey, sessionToken }
    return () => given
  }
  let known: { changedAt: number; credentials: S3Credentials } | undefined
  return () => {
    const changedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs
    if (changedAt === undefined)
      throw new CredentialsMissing(
        `There are no credentials for the object storage: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or write ${file}.`,
      )
    if (known?.changedAt !== changedAt)
      known = { changedAt, credentials: readProfile(readFileSync(file, 'utf8'), profile, file) }
    return known.credentials
  }
}

function readProfile(text: string, profile: string, file: string): S3Credentials {
  const values = new Map<string, string>()
  let section = ''
  for (const line of text.split('\n')) {
    const heading = /^\s*\[\s*(?:profile\s+)?([^\]]+?)\s*\]/.exec(line)
    if (heading) section = heading[1] ?? ''
    const [, name, value] = /^\s*(aws_\w+)\s*=\s*(\S+)\s*$/.exec(line) ?? []
    if (section === profile && name !== undefined && value !== undefined) values.set(name, value)
  }
  const id = values.get('aws_access_key_id')
  const secret = values.get('aws_secret_access_key')
  if (id === undefined || secret === undefined)
    throw new CredentialsMissing(
      `The profile ${profile} in ${file} has no aws_access_key_id and aws_secret_access_key.`,
    )
  const token = values.get('aws_session_token')
  return {
    accessKeyId: id,
    secretAccessKey: Secret.of(secret),
    sessionToken: token === undefined ? undefined : Secret.of(token),
  }
}
