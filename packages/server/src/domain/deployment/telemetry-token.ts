import { isSignedBy, sign } from '../../lib/sign.ts'

const FORM = /^o([0-9a-z]{26})([\w-]{27})$/

/**
 * What the containers of a release report their own spans with. It opens nothing: anyone who has it can add steps that the publisher sees
 * beside its application's. So it lives as long as the release.
 */
export function telemetryToken(secret: Uint8Array, releaseId: string): string {
  const body = `o${releaseId.slice(releaseId.indexOf('_') + 1)}`
  return body + sign(secret, body)
}

/** The release that a token was made for; undefined for anything else. */
export function readTelemetryToken(secret: Uint8Array, token: string): string | undefined {
  const [, release, signature] = FORM.exec(token) ?? []
  if (release === undefined || signature === undefined) return undefined
  return isSignedBy(secret, `o${release}`, signature) ? `rel_${release}` : undefined
}
