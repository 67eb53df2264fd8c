import { type MoveRow, statesOf, type Tone } from './machine.ts'

const states = {
  REGISTERING: { tone: 'busy' },
  REGISTERED: { tone: 'good' },
  REMOVING: { tone: 'busy' },
} as const satisfies Record<string, { tone: Tone }>

export type RegistrationState = keyof typeof states

const moves = {
  register: { from: [null, 'REGISTERING', 'REGISTERED', 'REMOVING'], to: 'REGISTERING', by: 'platform' },
  registered: { from: ['REGISTERING', 'REGISTERED'], to: 'REGISTERED', by: 'platform' },
  unregister: { from: ['REGISTERING', 'REGISTERED', 'REMOVING'], to: 'REMOVING', by: 'platform' },
} as const satisfies Record<string, MoveRow<RegistrationState>>

/** What an installation has registered in its tenant. Once everything is removed, the registration is gone. */
export const registrationMachine = { states, moves }
export const registrationStates = statesOf(registrationMachine)
