import { payloadSchemas } from '@mkt/contract/app'
import { manifestSchema } from '@mkt/manifest'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { keepPages } from './keep-pages.ts'

const schemas: Readonly<Record<string, unknown>> = { 'platform-app': manifestSchema, ...payloadSchemas }

/** The JSON Schemas of the manifest and of every payload, and the list of them at `/schemas`. Editors of every origin may read them. */
export function registerSchemas(app: FastifyInstance): void {
  const kept = keepPages()
  const send = (reply: FastifyReply, type: string, name: string, value: unknown) =>
    reply
      .header('access-control-allow-origin', '*')
      .type(type)
      .send(kept(name, () => JSON.stringify(value, null, 2)))
  const items = Object.keys(schemas).map((name) => ({ name, path: `/schemas/${name}.json` }))
  app.get('/schemas', (_request, reply) => send(reply, 'application/json', '', { items }))
  app.get<{ Params: { name: string } }>('/schemas/:name', (request, reply) => {
    const name = request.params.name.replace(/\.json$/, '')
    if (!Object.hasOwn(schemas, name)) return reply.callNotFound()
    return send(reply, 'application/schema+json', name, schemas[name])
  })
}
