import { z } from 'zod'
import { operation } from './operation.ts'
import { session } from './session.ts'
import { line } from './shapes.ts'

const proof = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'Give 43 characters of base64url.')

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
}
