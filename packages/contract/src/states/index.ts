export {
  type DeliveryState,
  deliveryMachine,
  deliveryStates,
  type SettledState,
  type StoredDeliveryState,
  settledStates,
} from './delivery.ts'
export { type DeploymentState, deploymentMachine, deploymentStates } from './deployment.ts'
export {
  type Admission,
  deployedStates,
  type InstallationMove,
  type InstallationOperation,
  type InstallationState,
  installationMachine,
  installationOperations,
  installationStates,
  launchPath,
  operationsIn,
  stayingStates,
} from './installation.ts'
export { type InstanceState, instanceMachine, instanceStates } from './instance.ts'
export {
  type ListingMove,
  type ListingState,
  listingFacts,
  listingMachine,
  listingStates,
  shownStates,
} from './listing.ts'
export { type Machine, type MoveRow, mayMove, moved, statesAfter, statesOf, statesWhere, type Tone } from './machine.ts'
export { machines, type StateName, tones } from './machines.ts'
export { type RegistrationState, registrationMachine, registrationStates } from './registration.ts'
export {
  freedStates,
  type ReleaseMove,
  type ReleaseState,
  ranStates,
  releaseMachine,
  releaseStates,
  soundStates,
} from './release.ts'
export { type ReviewMove, type ReviewState, reviewMachine, reviewStates } from './review.ts'
