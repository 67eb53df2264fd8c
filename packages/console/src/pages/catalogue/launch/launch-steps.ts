import { type FieldProblem, type Manifest, mappingFieldsOf, settingsOf } from '@mkt/manifest'
import type { launch } from '../../../texts/launch.ts'

export type LaunchStep = keyof typeof launch.steps

/** Connect → Configure → Map → Review; a step with nothing to ask is left out. */
export function stepsOf(manifest: Manifest): LaunchStep[] {
  const steps: LaunchStep[] = ['connect']
  if (settingsOf(manifest).length > 0) steps.push('configure')
  if (mappingFieldsOf(manifest).length > 0) steps.push('map')
  return [...steps, 'review']
}

/**
 * The step to show. The address names the one that was open, so a reload lands there; without a tenant there is nothing
 * to configure yet.
 */
export function stepAt(steps: LaunchStep[], asked: string | undefined, tenantId: string | null): LaunchStep {
  if (tenantId === null) return 'connect'
  return steps.find((step) => step === asked) ?? 'connect'
}

/** The problems that can be fixed on a step. */
export function problemsOn(step: LaunchStep, problems: FieldProblem[]): FieldProblem[] {
  const below = { connect: '/credentials', configure: '/settings', map: '/mappings', review: undefined }[step]
  return below === undefined ? [] : problems.filter(({ pointer }) => pointer.startsWith(below))
}

/** The first step with something to fix. */
export function firstOpenStep(steps: LaunchStep[], problems: FieldProblem[]): LaunchStep | undefined {
  return steps.find((step) => problemsOn(step, problems).length > 0)
}
