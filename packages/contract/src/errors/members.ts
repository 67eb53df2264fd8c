/** What some refusals carry beside the members that every refusal has. */
export interface ProblemMembers {
  existing: readonly string[]
  next: string | null
  revision: number
  subject: { kind: string; id: string }
  needs: 'factor' | 'password'
}

/** The same as JSON Schema, for the documentation. */
export const problemMembers = {
  existing: { type: 'array', items: { type: 'string' }, description: 'The versions there are, highest first' },
  next: { type: ['string', 'null'], description: 'The version that would be taken next; null when there is none' },
  revision: { type: 'integer', description: 'The present revision' },
  subject: {
    type: 'object',
    required: ['kind', 'id'],
    properties: { kind: { type: 'string' }, id: { type: 'string' } },
    description: 'Object that the first request changed',
  },
  needs: { type: 'string', enum: ['factor', 'password'], description: 'Factors accepted for a step-up' },
} as const satisfies Record<keyof ProblemMembers, object>
