import type { FastifyReply } from 'fastify'

/** Our pages load nothing from elsewhere and run no inline script. */
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; script-src 'self'; connect-src 'self'; font-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

export function sendPage(reply: FastifyReply, page: string | Buffer): FastifyReply {
  return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page)
}
