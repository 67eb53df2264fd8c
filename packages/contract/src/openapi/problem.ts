import { codes, type FailureCode } from '../errors/codes.ts'
import { problemMembers } from '../errors/members.ts'
import { type HeaderName, headersOf } from './headers.ts'

/** The body of every refusal. */
export const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
  properties: {
    type: { type: 'string', description: 'Where the code is explained' },
    title: { type: 'string', description: 'What the code means; the same for every occurrence' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What happened, to which thing, and what to do next' },
    code: { type: 'string', enum: Object.keys(codes) },
    requestId: { type: 'string' },
    problems: {
      type: 'array',
      items: {
        type: 'object',
        required: ['pointer', 'rule', 'message'],
        properties: { pointer: { type: 'string' }, rule: { type: 'string' }, message: { type: 'string' } },
      },
    },
    ...problemMembers,
  },
}

function headersFor(list: readonly FailureCode[]): readonly HeaderName[] {
  return [
    ...(list.some((code) => 'retryAfter' in codes[code]) ? (['retry-after'] as const) : []),
    ...(list.some((code) => codes[code].status === 401) ? (['www-authenticate'] as const) : []),
  ]
}

function describe(code: FailureCode): string {
  const row: { title: string; members?: readonly string[] } = codes[code]
  const members = row.members === undefined ? '' : ` (with ${row.members.map((name) => `\`${name}\``).join(', ')})`
  return `\`${code}\`: ${row.title}${members}`
}

/** What stands for every refusal that is not named, for example of a request that is not valid HTTP. */
export const anyRefusal = {
  description: 'Any other refusal',
  headers: headersOf([]),
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
}

/** The answer for the codes that share a status. */
function refusal(list: readonly FailureCode[]): object {
  const schema = {
    allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: [...list] } } }],
  }
  return {
    description: list.map(describe).join('. '),
    headers: headersOf(headersFor(list)),
    content: { 'application/problem+json': { schema } },
  }
}

const nameOf = (list: readonly FailureCode[]) => list.join('-or-')

/** Refusals by status. Those that no operation adds anything to are shared, so that the document stays readable. */
export function createRefusals() {
  const shared: Record<string, object> = {}
  return {
    shared,
    of(errors: readonly FailureCode[], common: readonly FailureCode[]): Record<string, object> {
      const statuses = [...new Set(errors.map((code) => codes[code].status))].sort((a, b) => a - b)
      return Object.fromEntries(
        statuses.map((status) => {
          const list = errors.filter((code) => codes[code].status === status).sort()
          if (!list.every((code) => common.includes(code))) return [status, refusal(list)]
          shared[nameOf(list)] ??= refusal(list)
          return [status, { $ref: `#/components/responses/${nameOf(list)}` }]
        }),
      )
    },
  }
}
