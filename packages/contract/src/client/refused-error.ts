import type { FailureCode, FieldProblem } from '../errors/index.ts'

/** The server refused a request: the members of its problem answer, ready to branch on. */
export class RefusedError extends Error {
  readonly status: number
  readonly code: FailureCode | 'unreadable_answer'
  readonly title: string
  readonly requestId: string | null
  readonly problems: FieldProblem[]
  readonly body: Record<string, unknown>

  constructor(status: number, body: Record<string, unknown>, requestId: string | null) {
    super(typeof body.detail === 'string' ? body.detail : `The server answered with status ${status}.`)
    this.name = 'RefusedError'
    this.status = status
    this.code = typeof body.code === 'string' ? (body.code as FailureCode) : 'unreadable_answer'
    this.title = typeof body.title === 'string' ? body.title : ''
    this.requestId = typeof body.requestId === 'string' ? body.requestId : requestId
    this.problems = Array.isArray(body.problems) ? (body.problems as FieldProblem[]) : []
    this.body = body
  }
}
