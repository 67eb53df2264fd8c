import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { id, idParams, line, orgParams, page, time } from '../operation/shapes.ts'
import { searched, sortedQuery } from '../operation/sorting.ts'
import { scope } from './session.ts'

const apiKey = z.object({
  id,
  name: z.string(),
  clientId: z.string(),
  scopes: z.array(scope),
  createdAt: time,
  lastUsedAt: time.nullable(),
  previousValidUntil: time.nullable().describe('Until when the former secret still works'),
})
const shown = apiKey.extend({ apiKey: z.string().describe('The secret, shown only now') })

export const apiKeyOperations = {
  listApiKeys: operation({
    method: 'GET',
    path: '/organizations/{org}/api-keys',
    group: 'API keys',
    summary: 'The API keys of an organization',
    params: orgParams,
    query: sortedQuery('name', 'createdAt', 'lastUsedAt').extend({ q: searched }),
    answer: { status: 200, schema: page(apiKey), description: 'API keys, without their secrets' },
    errors: ['not_found'],
  }),
  createApiKey: operation({
    method: 'POST',
    path: '/organizations/{org}/api-keys',
    group: 'API keys',
    summary: 'Create an API key',
    params: orgParams,
    body: z.strictObject({ name: line(120).min(1), scopes: z.array(scope).min(1).max(2).optional() }),
    answer: { status: 201, schema: shown, description: 'The key with its secret' },
    errors: ['not_found', 'quota_exceeded'],
    showsSecret: true,
    stepUp: 'if-factor',
  }),
  regenerateApiKey: operation({
    method: 'POST',
    path: '/api-keys/{id}/regenerate',
    group: 'API keys',
    summary: 'Regenerate the secret of the key; the old one works during a grace period',
    params: idParams,
    body: z.strictObject({ graceSeconds: z.number().int().min(0).max(604800).optional() }).optional(),
    answer: { status: 201, schema: shown, description: 'The key with its new secret' },
    errors: ['not_found'],
    showsSecret: true,
    stepUp: 'if-factor',
  }),
  revokeApiKey: operation({
    method: 'DELETE',
    path: '/api-keys/{id}',
    group: 'API keys',
    summary: 'Revoke the key and its tokens at once',
    params: idParams,
    answer: { status: 204, description: 'The key is void' },
    errors: ['not_found'],
    stepUp: 'if-factor',
  }),
}
