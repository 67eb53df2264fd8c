import type { Image } from '@mkt/oci'
import { Abort } from '../../abort.ts'
import type { Session } from '../platform/session.ts'
import type { DeployPlan } from './deploy-plan.ts'

export interface TryBeforeOptions {
  session: Session
  plan: DeployPlan
  image: Image
  signal: AbortSignal
  /** What somebody should know although it is no reason to refuse. */
  note: (line: string) => void
}

/**
 * Tries the image on this machine before its version counts: a release that never starts uses its version up. What only
 * this machine cannot do, or what only the platform knows, is no reason to refuse.
 */
export async function tryBefore({ session, plan, image, signal, note }: TryBeforeOptions): Promise<void> {
  // Loaded late: no other command but `dev` needs an engine.
  const { tryImage } = await import('../image/try-image.ts')
  const trial = await tryImage(image, { plan: plan.manifest.performancePlan ?? 'Standard', signal })
  if (trial.outcome === 'healthy') return
  if (trial.outcome === 'untried') return note(`This machine cannot try it: ${trial.reason}`)
  const { items } = await session.client.listVariables({ params: { id: plan.listing.id } })
  if (items.length > 0) {
    const names = items.map(({ name }) => name).join(', ')
    return note(`It did not start here, where it has none of the variables of the listing (${names}): ${trial.reason}`)
  }
  const output = trial.output.length === 0 ? '' : `\nLast lines of its output:\n${trial.output.join('\n')}`
  throw new Abort('image_does_not_start', `The image does not start on this machine. ${trial.reason}${output}`, {
    fix: `Version ${plan.version} is not used up: fix it and deploy again. --no-try deploys it anyway.`,
  })
}
