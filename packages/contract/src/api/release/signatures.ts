import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { id, idParams, line, orgParams, page, pageQuery, text, time } from '../operation/shapes.ts'

const signingKey = z.object({
  id,
  name: z.string(),
  publicKey: z.string().describe('PEM'),
  fingerprint: z.string().describe('`SHA256:` and the hash of the key'),
  algorithm: z.string(),
  createdBy: z.string(),
  createdAt: time,
  retiredAt: time.nullable().describe('A retired key signs nothing new'),
})

export const signature = z.object({
  key: z.object({ id, name: z.string(), fingerprint: z.string(), retiredAt: time.nullable() }),
  organization: z.string().describe('Whose key it is'),
  digest: z.string().describe('The manifest in the registry that holds the signature'),
  text: z.string().describe('Signer, in words'),
})

export const signatureOperations = {
  getSigningKeys: operation({
    method: 'GET',
    path: '/organizations/{org}/signing-keys',
    group: 'Organizations',
    summary: 'The public keys with which an organization signs images',
    params: orgParams,
    query: pageQuery,
    answer: { status: 200, schema: page(signingKey), description: 'Keys, oldest first' },
    errors: ['not_found'],
  }),
  addSigningKey: operation({
    method: 'POST',
    path: '/organizations/{org}/signing-keys',
    group: 'Organizations',
    summary: 'Register a public key: ECDSA, RSA or Ed25519',
    params: orgParams,
    body: z.strictObject({ name: line(80).min(1), publicKey: text(10_000).min(1).describe('PEM') }),
    answer: { status: 201, schema: signingKey, description: 'The key' },
    errors: ['not_found', 'name_taken', 'quota_exceeded'],
  }),
  retireSigningKey: operation({
    method: 'POST',
    path: '/signing-keys/{id}/retire',
    group: 'Organizations',
    summary: 'Retire a key: it signs nothing new, and what it signed stays signed',
    params: idParams,
    answer: { status: 200, schema: signingKey, description: 'The key' },
    errors: ['not_found'],
  }),
  getSignatures: operation({
    method: 'GET',
    path: '/releases/{id}/signatures',
    group: 'Releases',
    summary: 'Verified signatures of a release: cosign and `mkt deploy --sign`, by registered keys',
    params: idParams,
    query: pageQuery,
    answer: { status: 200, schema: page(signature), description: 'Verified signatures' },
    errors: ['not_found', 'storage_unavailable'],
  }),
}
