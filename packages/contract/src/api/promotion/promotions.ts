import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { id, idParams, time } from '../operation/shapes.ts'
import { gates } from '../release/wave-plan.ts'

const health = z.object({ requests: z.number().int(), failed: z.number().int() })

export const promotion = z.object({
  id,
  releaseId: id,
  state: z.enum(['RUNNING', 'DONE', 'HALTED']),
  waves: z.array(z.number()).describe('Shares of the installations that are no tests, in per cent'),
  wave: z.number().int().describe('Which of them is in progress, counted from 0'),
  everyHours: z.number(),
  gates,
  reason: z.string().nullable().describe('Why it was halted'),
  nextWaveAt: time.nullable(),
  installations: z.object({
    total: z.number().int(),
    given: z.number().int().describe('Those the release is given to'),
    taken: z.number().int().describe('Those that run it'),
  }),
  health: z
    .object({ before: health, after: health })
    .describe('Requests since it began: to the release promoted before, and to this one'),
  createdAt: time,
  endedAt: time.nullable(),
})

export const promotionOperations = {
  getPromotion: operation({
    method: 'GET',
    path: '/releases/{id}/promotion',
    group: 'Releases',
    summary: 'Progress of a promotion in waves, with the health of the old and the new release',
    params: idParams,
    answer: { status: 200, schema: promotion, description: 'The latest promotion of the release in waves' },
    errors: ['not_found'],
  }),
  stopPromotion: operation({
    method: 'POST',
    path: '/releases/{id}/promotion/stop',
    group: 'Releases',
    summary: 'Stop a promotion in waves: all installations return to the previously promoted release',
    params: idParams,
    answer: { status: 200, schema: promotion, description: 'The promotion, HALTED' },
    errors: ['not_found', 'illegal_move'],
  }),
}
