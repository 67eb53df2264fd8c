import { codes, type FailureCode } from './codes.ts'
import type { ProblemMembers } from './members.ts'

/** What is wrong with one field: where it is (JSON pointer), the rule it breaks, and the words for a person. */
export interface FieldProblem {
  pointer: string
  rule: string
  message: string
}

/** The body of every refusal: RFC 9457 with a stable `code`, plus whatever the code promises (`existing`, `next`, …). */
export interface ProblemBody extends Partial<ProblemMembers> {
  type: string
  title: string
  status: number
  detail: string
  code: FailureCode
  requestId: string
  problems?: FieldProblem[]
}

export interface FailureOptions {
  problems?: readonly FieldProblem[]
  /** Further members of the answer, such as the versions that exist. */
  extra?: Readonly<Partial<ProblemMembers>>
  headers?: Readonly<Record<string, string>>
  cause?: unknown
}

/**
 * A request that cannot be done, with the reason in words. Thrown anywhere, answered at the edge.
 *
 * @example throw new Failure('name_taken', 'acme has an app named "rater" already. Choose another name.')
 */
export class Failure extends Error {
  readonly code: FailureCode
  readonly status: number
  readonly problems: readonly FieldProblem[] | undefined
  readonly extra: Readonly<Partial<ProblemMembers>>
  readonly headers: Readonly<Record<string, string>>

  constructor(code: FailureCode, detail: string, options: FailureOptions = {}) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'Failure'
    this.code = code
    this.status = codes[code].status
    this.problems = options.problems
    this.extra = options.extra ?? {}
    this.headers = options.headers ?? {}
  }

  /** The answer's body. */
  body(requestId: string): ProblemBody {
    return {
      ...this.extra,
      type: `/docs/errors#${this.code}`,
      title: codes[this.code].title,
      status: this.status,
      detail: this.message,
      code: this.code,
      requestId,
      ...(this.problems === undefined ? {} : { problems: [...this.problems] }),
    }
  }
}
