import type { Failure } from '@mkt/contract/errors'
import type { FastifyReply } from 'fastify'
import { asText } from './as-text.ts'
import { docsPage } from './docs-page.ts'
import { sendPage } from './send-page.ts'

const onwards =
  '<p>Go on with the <a href="/docs">documentation</a>, the <a href="/downloads">downloads</a> or the <a href="/">console</a>.</p>'

function body(failure: Failure, requestId: string, path: string): string {
  if (failure.code === 'not_found')
    return `<h1>There is nothing here</h1>
<p>This platform has nothing at <code>${asText(path)}</code>. It may have moved, or belong to another version.</p>${onwards}`
  const { title, type } = failure.body(requestId)
  return `<h1>${asText(title)}</h1>
<p>${asText(failure.message)}</p>
<p>Error <a href="${type}"><code>${failure.code}</code></a>, request <code>${asText(requestId)}</code>.</p>${onwards}`
}

/** A failure for a person who followed a link, in the look of the documentation. */
export function sendProblemPage(reply: FastifyReply, failure: Failure, requestId: string): FastifyReply {
  const [path = ''] = reply.request.url.split('?')
  const title = failure.code === 'not_found' ? 'Not found' : failure.body(requestId).title
  return sendPage(reply, docsPage(title, body(failure, requestId, path), path))
}
