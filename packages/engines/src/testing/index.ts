export { appImage } from './app-image.ts'
export { type Answer, callInstance, until } from './call-instance.ts'
export { engineContract } from './contract.ts'
export type { ContractOptions } from './contract-options.ts'
