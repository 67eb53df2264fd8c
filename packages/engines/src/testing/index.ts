export { appImage } from './app-image.ts'
export { type Answer, callInstance, until } from './call-instance.ts'
export { type ContractOptions, engineContract } from './contract.ts'
