import type { Operation } from '@mkt/contract/api'
import { Failure } from '@mkt/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { allowedMethods } from './allowed-methods.ts'
import { type ProblemPage, sendProblem } from './problems.ts'

/** Says that there is nothing at an address, or which methods it takes. */
export function notFoundHandler(
  operations: readonly Pick<Operation, 'method' | 'path'>[],
  prefix: string,
  page?: ProblemPage,
) {
  const methodsAt = allowedMethods(operations, prefix)
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = request.url.split('?')[0] ?? ''
    const methods = methodsAt(path)
    const failure =
      methods.length === 0
        ? new Failure('not_found', `There is nothing at ${request.method} ${path}.`)
        : new Failure('method_not_allowed', `${path} takes ${methods.join(', ')}, not ${request.method}.`, {
            headers: { allow: methods.join(', ') },
          })
    return sendProblem(reply, failure, request.id, page)
  }
}
