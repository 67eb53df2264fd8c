export type * from './connected.ts'
export type * from './enterprise.ts'
export { appVariables, healthPath, hookPrefix } from './environment.ts'
export {
  aboutOf,
  type ConnectedEventData,
  connectedEventData,
  type EnterpriseEventData,
  enterpriseEventData,
} from './event-data.ts'
export {
  type ConnectedEventName,
  connectedEventNames,
  type EnterpriseEventName,
  enterpriseEventNames,
} from './event-names.ts'
export {
  endToEnd,
  hopByHop,
  namedByConnection,
  namedInTurn,
  reachesApp,
  reachesCaller,
  sharedOriginHeaders,
} from './header-rules.ts'
export { appHeaders, callerHeader, fallbackHeader, revisionHeader, shadowHeader, testHeader } from './headers.ts'
export {
  type CheckAnswer,
  type CheckCall,
  type CheckProblem,
  type LifecycleCall,
  type LifecycleHook,
  lifecycleHooks,
} from './lifecycle.ts'
export { payloadSchemas } from './payload-schemas.ts'
export {
  type SampleFields,
  type SampleProduct,
  sampleAutofillCall,
  sampleRaterCall,
  usualProduct,
} from './sample-calls.ts'
export type * from './state-record.ts'
