export type {
  AddExposure,
  AutofillAnswer,
  AutofillRequest,
  CheckAnswer,
  CheckCall,
  CheckProblem,
  ConnectedEvent,
  ConnectedEventData,
  ConnectedEventName,
  EnterpriseEvent,
  EnterpriseEventData,
  EnterpriseEventName,
  EnterpriseResource,
  FieldValues,
  LifecycleCall,
  LifecycleHook,
  PerilPrice,
  Policy,
  Policyholder,
  PolicyUpdates,
  RaterAnswer,
  RaterRequest,
  SettingsRecord,
  StateMapping,
  StateRecord,
} from '@mkt/contract/app'
export { fastifyPlugin } from './adapters/fastify.ts'
export { fetchHandler, honoHandler } from './adapters/fetch.ts'
export { expressHandler, nodeHandler } from './adapters/node.ts'
export { type App, createApp } from './app.ts'
export type { AnyApp, AppTypes, EventOf, PolicyEvent } from './app-types.ts'
export type { Context } from './context.ts'
export { GiveUp, PolicySystemError, SdkError, type SdkErrorCode, StateError, TryAgain } from './errors.ts'
export type {
  AppDefinition,
  AutofillHandler,
  CheckHandler,
  HookCall,
  LifecycleHandler,
  RaterHandler,
  RouteHandler,
  WebhookHandler,
  WebhookHandlers,
} from './handlers.ts'
export type { AppRequest, AppResponse } from './http.ts'
export { type Filling, fill, type Place, type PlaceOptions } from './mapping/filling.ts'
export { mappingOf, policyholderMappingOf } from './mapping/mapping-of.ts'
export { formatMappingPath, type MappingTarget, parseMappingPath } from './mapping/mapping-path.ts'
export { type PricedPeril, perilsToPrice } from './mapping/perils-to-price.ts'
export {
  type FoundField,
  readEnterpriseField,
  readPolicyField,
  readPolicyholderField,
} from './mapping/read-policy.ts'
export {
  changeEnterprise,
  type EnterpriseBody,
  type EnterpriseChange,
  type EnterpriseElementChange,
  type PolicyholderBody,
  writePolicyholder,
} from './mapping/write-fields.ts'
export { memoryOnceStore, type OnceStore, once } from './once.ts'
export { type PolicySystem, type PolicySystemOptions, policySystem } from './policy-system.ts'
export { port } from './port.ts'
export type { HeaderSource } from './request-headers.ts'
export { type Served, type ServeOptions, serve } from './serve.ts'
export { readSettings, readState, type StateOptions } from './state.ts'
