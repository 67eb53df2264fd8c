import { deliveryMachine } from './delivery.ts'
import { deploymentMachine } from './deployment.ts'
import { installationMachine } from './installation.ts'
import { instanceMachine } from './instance.ts'
import { listingMachine } from './listing.ts'
import type { Machine, Tone } from './machine.ts'
import { registrationMachine } from './registration.ts'
import { releaseMachine } from './release.ts'
import { reviewMachine } from './review.ts'

/** Every state machine of the platform. */
export const machines = {
  listing: listingMachine,
  release: releaseMachine,
  review: reviewMachine,
  deployment: deploymentMachine,
  instance: instanceMachine,
  installation: installationMachine,
  delivery: deliveryMachine,
  registration: registrationMachine,
} satisfies Record<string, Machine>

type Machines = typeof machines
export type StateName = { [Name in keyof Machines]: keyof Machines[Name]['states'] }[keyof Machines]

/** How each state reads at a glance. A name that several machines use reads the same in all of them. */
export const tones = Object.fromEntries(
  Object.values(machines).flatMap(({ states }) => Object.entries(states).map(([state, { tone }]) => [state, tone])),
) as Readonly<Record<StateName, Tone>>
