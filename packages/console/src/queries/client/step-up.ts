/** What the platform wants to see again before it does something that matters. */
export type Needed = 'factor' | 'password'

export interface StepUpAsked {
  needs: Needed
  /** Called once: true when the person proved it, false when they gave up. */
  settle: (proved: boolean) => void
}

let listener: ((asked: StepUpAsked) => void) | undefined

/** The dialog that asks; there is one. */
export function onStepUpAsked(next: (asked: StepUpAsked) => void): () => void {
  listener = next
  return () => {
    if (listener === next) listener = undefined
  }
}

function askStepUp(needs: Needed): Promise<boolean> {
  if (listener === undefined) return Promise.resolve(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  listener({ needs, settle: resolve })
  return promise
}

/** Whether a refusal asked for a fresh factor and the person gave it, so that the request can be sent again. */
export async function provedAgain(refusal: Response): Promise<boolean> {
  if (refusal.status !== 403) return false
  const body: unknown = await refusal
    .clone()
    .json()
    .catch(() => undefined)
  if (typeof body !== 'object' || body === null || !('code' in body) || body.code !== 'step_up_required') return false
  return askStepUp('needs' in body && body.needs === 'password' ? 'password' : 'factor')
}
