import { z } from 'zod'
import { session } from '../accounts/session.ts'
import { operation } from '../operation/operation.ts'
import { id, idParams, json, line, orgParams, time } from '../operation/shapes.ts'

const GROUP = 'Second factor'

/** What the browser's WebAuthn interface takes and gives, passed on as it is. */
const webAuthn = z.record(z.string().max(100), json).describe('JSON of the WebAuthn interface of browsers')
const ceremony = z.object({ token: z.string(), options: webAuthn })
const passkeyAnswer = z.strictObject({ token: z.string().max(200), response: webAuthn })

/** One proof of a second factor. */
const proofFields = {
  code: z.string().min(6).max(20).optional().describe('Six digits of the authenticator app'),
  recoveryCode: z.string().min(1).max(60).optional().describe('One of the ten recovery codes; it works once'),
  passkey: passkeyAnswer.optional(),
}
const onlyOne = (given: Record<string, unknown>) =>
  Object.values(given).filter((value) => value !== undefined).length === 1

const passkey = z.object({ id, name: z.string(), createdAt: time, lastUsedAt: time.nullable() })
const factors = z.object({
  totp: z.boolean().describe('An authenticator app is set up'),
  passkeys: z.array(passkey),
  recoveryCodes: z.number().int().describe('Recovery codes that are left'),
  hasPassword: z.boolean(),
})
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()).describe('Shown once; each works once') })

const signInPolicy = z.object({
  requireMfa: z.boolean().describe('Members need a second factor'),
  enforceSso: z.boolean().describe('Members come in by the provider; the owner also with password and second factor'),
})

export const factorOperations = {
  completeSignIn: operation({
    method: 'POST',
    path: '/session/second-factor',
    group: 'Sessions',
    summary: 'Finish signing in with a second factor',
    body: z
      .strictObject({ token: z.string().max(200).describe('The token of the first step'), ...proofFields })
      .refine(({ token: _token, ...given }) => onlyOne(given), 'Give one of code, recoveryCode and passkey.'),
    answer: {
      status: 200,
      schema: session,
      description: 'A session; also set as a cookie for the console',
      headers: ['set-cookie'],
    },
    errors: [
      'factor_wrong',
      'factor_locked',
      'sign_in_expired',
      'account_disabled',
      'passkey_refused',
      'passkey_unavailable',
    ],
    showsSecret: true,
  }),
  beginPasskeySignIn: operation({
    method: 'POST',
    path: '/session/passkey/options',
    group: 'Sessions',
    summary: 'Begin signing in with a passkey, alone or as the second step',
    body: z
      .strictObject({ token: z.string().max(200).optional().describe('The token of the first step, if there was one') })
      .optional(),
    answer: { status: 200, schema: ceremony, description: 'Options for the browser, and the token to answer with' },
    errors: ['passkey_unavailable', 'sign_in_expired'],
    showsSecret: true,
  }),
  signInWithPasskey: operation({
    method: 'POST',
    path: '/session/passkey',
    group: 'Sessions',
    summary: 'Sign in with a passkey instead of a password',
    body: passkeyAnswer,
    answer: {
      status: 200,
      schema: session,
      description: 'A session; also set as a cookie for the console',
      headers: ['set-cookie'],
    },
    errors: ['passkey_refused', 'passkey_unavailable', 'sign_in_expired', 'account_disabled'],
    showsSecret: true,
  }),
  stepUp: operation({
    method: 'POST',
    path: '/me/step-up',
    group: GROUP,
    summary: 'Step-up: confirm your identity again; for five minutes this session counts as fresh',
    body: z
      .strictObject({
        ...proofFields,
        password: z.string().max(1000).optional().describe('Taken only from people without a second factor'),
      })
      .refine(onlyOne, 'Give one of code, recoveryCode, passkey and password.'),
    answer: { status: 204, description: 'The session counts as fresh' },
    errors: [
      'factor_wrong',
      'factor_locked',
      'account_locked',
      'overloaded',
      'sign_in_expired',
      'passkey_refused',
      'passkey_unavailable',
    ],
  }),
  beginPasskeyStepUp: operation({
    method: 'POST',
    path: '/me/step-up/passkey/options',
    group: GROUP,
    summary: 'Begin a step-up with a passkey',
    answer: { status: 200, schema: ceremony, description: 'Options for the browser, and the token to answer with' },
    errors: ['passkey_unavailable'],
    showsSecret: true,
  }),
  getFactors: operation({
    method: 'GET',
    path: '/me/factors',
    group: GROUP,
    summary: 'Your second factors',
    answer: { status: 200, schema: factors, description: 'Authenticator app, passkeys and recovery codes' },
    errors: [],
  }),
  beginTotp: operation({
    method: 'POST',
    path: '/me/totp',
    group: GROUP,
    summary: 'Begin to set up an authenticator app',
    answer: {
      status: 201,
      schema: z.object({
        secret: z.string().describe('Base32, to type in by hand'),
        uri: z.string().describe('The otpauth address, for a QR code'),
      }),
      description: 'The secret, shown once; it counts after it was confirmed with a code',
    },
    errors: ['factor_exists'],
    showsSecret: true,
    stepUp: 'always',
  }),
  confirmTotp: operation({
    method: 'POST',
    path: '/me/totp/confirm',
    group: GROUP,
    summary: 'Confirm the authenticator app with its first code',
    body: z.strictObject({ code: z.string().min(6).max(20) }),
    answer: { status: 200, schema: recoveryCodes, description: 'Recovery codes; none when you have some already' },
    errors: ['factor_wrong', 'factor_locked', 'not_found'],
    showsSecret: true,
    stepUp: 'always',
  }),
  removeTotp: operation({
    method: 'DELETE',
    path: '/me/totp',
    group: GROUP,
    summary: 'Remove the authenticator app',
    answer: { status: 204, description: 'It no longer counts' },
    errors: ['not_found', 'factor_needed'],
    stepUp: 'if-factor',
  }),
  createRecoveryCodes: operation({
    method: 'POST',
    path: '/me/recovery-codes',
    group: GROUP,
    summary: 'Create ten new recovery codes; the old ones stop working',
    answer: { status: 201, schema: recoveryCodes, description: 'Ten codes, shown once' },
    errors: ['factor_missing'],
    showsSecret: true,
    stepUp: 'if-factor',
  }),
  beginPasskey: operation({
    method: 'POST',
    path: '/me/passkeys/options',
    group: GROUP,
    summary: 'Begin to add a passkey',
    answer: { status: 200, schema: ceremony, description: 'Options for the browser, and the token to answer with' },
    errors: ['passkey_unavailable', 'quota_exceeded'],
    showsSecret: true,
    stepUp: 'always',
  }),
  addPasskey: operation({
    method: 'POST',
    path: '/me/passkeys',
    group: GROUP,
    summary: 'Add the passkey that the browser made',
    body: passkeyAnswer.extend({ name: line(60).min(1) }),
    answer: {
      status: 201,
      schema: recoveryCodes.extend({ passkey }),
      description: 'The passkey; with the first factor also recovery codes',
    },
    errors: ['passkey_refused', 'passkey_unavailable', 'sign_in_expired'],
    showsSecret: true,
    stepUp: 'always',
  }),
  renamePasskey: operation({
    method: 'PATCH',
    path: '/me/passkeys/{id}',
    group: GROUP,
    summary: 'Rename a passkey',
    params: idParams,
    body: z.strictObject({ name: line(60).min(1) }),
    answer: { status: 204, description: 'It has the new name' },
    errors: ['not_found'],
  }),
  removePasskey: operation({
    method: 'DELETE',
    path: '/me/passkeys/{id}',
    group: GROUP,
    summary: 'Remove a passkey',
    params: idParams,
    answer: { status: 204, description: 'It no longer signs you in' },
    errors: ['not_found', 'factor_needed', 'sign_in_needed'],
    stepUp: 'if-factor',
  }),
  endAllSessions: operation({
    method: 'DELETE',
    path: '/sessions',
    group: 'Sessions',
    summary: 'Sign out everywhere: ends all your sessions',
    query: z.strictObject({ keep: z.enum(['current']).optional().describe('`current`: this session goes on') }),
    answer: { status: 204, description: 'The sessions are over' },
    errors: [],
  }),
  resetFactors: operation({
    method: 'POST',
    path: '/people/{id}/reset-factors',
    group: 'People',
    summary: 'Remove the second factors of a person who lost them; their sessions end',
    params: idParams,
    answer: { status: 204, description: 'The person signs in with the password alone and sets up a factor again' },
    errors: ['not_found'],
    stepUp: 'if-factor',
  }),
  getSignInPolicy: operation({
    method: 'GET',
    path: '/organizations/{org}/sign-in-policy',
    group: 'Organizations',
    summary: 'Sign-in policy of the organization',
    params: orgParams,
    answer: {
      status: 200,
      schema: signInPolicy,
      description: 'The policy',
    },
    errors: ['not_found'],
  }),
  changeSignInPolicy: operation({
    method: 'PATCH',
    path: '/organizations/{org}/sign-in-policy',
    group: 'Organizations',
    summary: 'Require a second factor of every member, or single sign-on of all but the owner',
    params: orgParams,
    body: signInPolicy.partial().strict(),
    answer: {
      status: 200,
      schema: signInPolicy,
      description: 'The policy; it counts for open sessions too',
    },
    errors: ['not_found', 'factor_missing', 'sso_untested'],
    stepUp: 'if-factor',
  }),
}
