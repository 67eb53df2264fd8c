import type { FastifyReply } from 'fastify'
import { Refusal } from '../lib/refusal.ts'
import { layout, type Page } from './pages/layout.ts'

/** Pages load nothing from elsewhere, send forms nowhere else, and run no script of their own text. */
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

export function show(reply: FastifyReply, page: Page, status = 200): FastifyReply {
  return (
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', POLICY)
      .header('x-content-type-options', 'nosniff')
      // Forms are recognized by their origin, which a browser tells only where it may tell it.
      .header('referrer-policy', 'same-origin')
      .header('cache-control', 'no-store')
      .send(layout(page))
  )
}

/** Does a step and goes on to its page; a refusal is shown on the page it came from, with its sentence. */
export async function attempt(
  reply: FastifyReply,
  work: () => Promise<string> | string,
  refused: (sentence: string) => Page,
): Promise<FastifyReply> {
  try {
    return reply.redirect(await work(), 303)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return show(reply, refused(error.message), error.status)
  }
}
