import { z } from 'zod'

/** What a trial of a release must stay within. */
export const gates = z.strictObject({
  maxErrors: z
    .number()
    .int()
    .min(0)
    .optional()
    .describe('Calls and perils that the current release prices and the candidate does not'),
  maxIncrease: z.number().min(0).max(100_000).optional().describe('Largest increase of one call, in per cent'),
  maxTotalChange: z
    .number()
    .min(0)
    .max(100_000)
    .optional()
    .describe('Change of the sum of all premiums in either direction, in per cent; each currency by itself'),
})

/** How a release is promoted: in waves, or to everybody at once where none are given. */
export const wavePlan = z
  .strictObject({
    waves: z
      .array(z.number().int().min(1).max(100))
      .min(1)
      .max(20)
      .refine(
        (waves) => waves.every((share, index) => index === 0 || share > (waves[index - 1] ?? 0)),
        'Give rising shares.',
      )
      .refine((waves) => waves.at(-1) === 100, 'End with 100.')
      .optional(),
    everyHours: z.number().min(0.01).max(720).optional().describe('Time between two waves; default 24'),
    gates: gates.optional().describe('It is halted when a trial of the release exceeds one'),
  })
  .refine(({ waves, everyHours, gates: limits }) => waves !== undefined || (everyHours ?? limits) === undefined, {
    path: ['waves'],
    message: 'Give the waves that the rest is for.',
  })
