import { Failure } from '@mkt/contract/errors'
import { installationMachine } from '@mkt/contract/states'
import type { InstallationState } from '../../domain/installation/installation.ts'

/** Refuses operations on an installation that is uninstalled or being uninstalled. */
export function refuseUninstalled(installation: { state: InstallationState }, consequence: string): void {
  const { state } = installation
  if (installationMachine.states[state].leaving) throw gone(state, consequence)
}

/** Refuses it only once the installation is gone: until then its application can still read its state. */
export function refuseGone(installation: { state: InstallationState }, consequence: string): void {
  if (installation.state === 'UNINSTALLED') throw gone(installation.state, consequence)
}

function gone(state: InstallationState, consequence: string): Failure {
  return new Failure('illegal_move', `The installation is ${state}: ${consequence} Launch the app again to use it.`)
}
