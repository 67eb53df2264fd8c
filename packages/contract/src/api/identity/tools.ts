import { z } from 'zod'
import { session } from '../accounts/session.ts'
import { operation } from '../operation/operation.ts'
import { line, time } from '../operation/shapes.ts'

const proof = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'Give 43 characters of base64url.')

const userCode = z.string().min(1).max(40).describe('The code that the tool shows')

/** Signing a tool in by browser: the person approves, the tool that began it gets the session (PKCE, RFC 7636). */
export const toolOperations = {
  approveTool: operation({
    method: 'POST',
    path: '/me/tools',
    group: 'Sessions',
    summary: 'Let a tool on this computer sign in as you, for one organization',
    body: z.strictObject({
      organization: line(64).min(1).describe('By id or name; the session of the tool reaches this one alone'),
      challenge: proof.describe('The SHA-256 of what the tool keeps to itself, as base64url'),
    }),
    answer: {
      status: 201,
      schema: z.object({ code: z.string().describe('Good once, for two minutes') }),
      description: 'To be handed to the tool',
    },
    errors: ['not_found'],
    showsSecret: true,
    stepUp: 'if-factor',
  }),
  completeTool: operation({
    method: 'POST',
    path: '/session/tool',
    group: 'Sessions',
    summary: 'Exchange the code of an approval for a session',
    body: z.strictObject({ code: z.string().max(200), verifier: proof }),
    answer: { status: 200, schema: session, description: 'A session for the tool' },
    errors: ['sign_in_expired', 'account_disabled'],
    showsSecret: true,
  }),
  startDevice: operation({
    method: 'POST',
    path: '/session/device',
    group: 'Sessions',
    summary: 'Begin to sign a tool in from a machine without a browser',
    answer: {
      status: 201,
      schema: z.object({
        deviceCode: z.string().describe('Secret code with which the tool polls'),
        userCode: z.string().describe('Code that the person types in the console'),
        verificationUri: z.string(),
        verificationUriComplete: z.string().describe('The same address with the code in it'),
        expiresIn: z.number().int().describe('Seconds until both codes are void'),
        interval: z.number().int().describe('Seconds between two requests of the tool'),
      }),
      description: 'Both codes, in the manner of RFC 8628',
    },
    errors: ['rate_limited'],
    showsSecret: true,
  }),
  completeDevice: operation({
    method: 'POST',
    path: '/session/device/token',
    group: 'Sessions',
    summary: 'Ask whether a person has approved the tool; exchange the code for a session',
    body: z.strictObject({ deviceCode: z.string().max(200) }),
    answer: { status: 200, schema: session, description: 'A session for the tool' },
    errors: ['authorization_pending', 'slow_down', 'access_denied', 'sign_in_expired', 'account_disabled'],
    showsSecret: true,
  }),
  findDevice: operation({
    method: 'POST',
    path: '/me/devices',
    group: 'Sessions',
    summary: 'Which machine a code would sign in as you',
    body: z.strictObject({ userCode }),
    answer: {
      status: 200,
      schema: z.object({ address: z.string(), userAgent: z.string().nullable(), createdAt: time, expiresAt: time }),
      description: 'Where the sign-in was begun',
    },
    errors: ['factor_wrong', 'factor_locked'],
  }),
  decideDevice: operation({
    method: 'POST',
    path: '/me/devices/decision',
    group: 'Sessions',
    summary: 'Approve or refuse a tool on another machine, for one organization',
    body: z
      .strictObject({
        userCode,
        approve: z.boolean(),
        organization: line(64)
          .min(1)
          .optional()
          .describe('By id or name; the session of the tool reaches this one alone'),
      })
      .refine(({ approve, organization }) => !approve || organization !== undefined, {
        message: 'Give the organization that the tool may reach.',
        path: ['organization'],
      }),
    answer: { status: 204, description: 'The tool hears of it when it asks next' },
    errors: ['factor_wrong', 'factor_locked', 'not_found'],
    stepUp: 'if-factor',
  }),
}
