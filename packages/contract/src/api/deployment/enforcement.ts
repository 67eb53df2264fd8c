import { z } from 'zod'

/** Whether a deployment can send data only where its manifest says. */
export const enforcement = z.object({
  state: z
    .enum(['enforced', 'reported', 'open', 'undeclared', 'unenforced'])
    .describe(
      'Reported: what would be refused is counted only. Open: the operator lets everything through. Undeclared: the manifest says nothing. Unenforced: the engine cannot',
    ),
  reason: z.string().nullable().describe('Why data may go elsewhere than declared, a sentence; null where it cannot'),
})
