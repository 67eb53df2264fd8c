import { z } from 'zod'
import { line, time } from '../operation/shapes.ts'

const secretText = z.string().min(1).max(8192)

/** It goes out in a header, which cannot hold anything else. */
export const accessToken = secretText.regex(
  /^[\x21-\x7e]+$/,
  'Give the token as it was issued: letters, digits and signs of ASCII, without spaces or line breaks.',
)

/** One set: user name and password, or the client credentials of an identity provider. */
export const credentialSet = z.union([
  z.strictObject({ username: line(254).min(1), password: secretText }),
  z.strictObject({ clientId: line(254).min(1), clientSecret: secretText }),
])

/** The sets of one variant; a set that is left out stays as it is. */
export const someCredentials = z.union([
  z.strictObject({ integration: credentialSet.optional(), data: credentialSet.optional() }),
  z.strictObject({ token: accessToken }),
])

/** The same for an installation, which may also go back to the credentials of its tenant. */
export const ownCredentials = z.union([
  z.strictObject({ integration: credentialSet.nullable().optional(), data: credentialSet.nullable().optional() }),
  z.strictObject({ token: accessToken.nullable() }),
])

/** Credentials are write-only: only whether they are set and how they fared is shown. */
export const credentialMark = z.object({
  set: z.literal(true),
  updatedAt: time,
  lastUsedAt: time.nullable(),
  lastFailedAt: time.nullable(),
  refusedAt: time.nullable().describe('Since when the policy system refuses them'),
})

/** A set that an installation may bring for itself alone. Not set: those of the tenant are used. */
const ownMark = z.discriminatedUnion('set', [credentialMark, z.object({ set: z.literal(false) })])

export const ownMarks = z
  .object({ integration: ownMark.optional(), data: ownMark.optional(), token: ownMark.optional() })
  .describe('Own credentials of the installation, for each set of its variant. Not set: those of the tenant are used')
