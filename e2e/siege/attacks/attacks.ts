import type { Bootstrap } from '../../../packages/server/src/laptop/bootstrap.ts'
import type { Attack } from './attack.ts'
import { attacksOfCustomers } from './of-customers.ts'
import { attacksOfPublishers } from './of-publishers.ts'
import { attacksOfStrangers } from './of-strangers.ts'

export const attacksOn = (bootstrap: Bootstrap): Attack[] => [
  ...attacksOfStrangers(bootstrap),
  ...attacksOfPublishers(bootstrap),
  ...attacksOfCustomers(bootstrap),
]
