export { parseAddress, type Target } from './address.ts'
export { applicationSource, isApplicationSource } from './addresses.ts'
export { type EgressMode, type EgressRules, type Endpoint, OPEN_EGRESS } from './egress/rules.ts'
export type { EgressCount } from './egress/tally.ts'
export type {
  Engine,
  EngineName,
  Exit,
  Figures,
  InstanceSpec,
  InstanceStatus,
  Observation,
  Plan,
  StopOptions,
} from './engine.ts'
export { findHostAddress } from './find-host-address.ts'
export { freePort } from './free-port.ts'
export { guarded } from './guarded.ts'
export type { ImageConfig, ImageSource } from './image-source.ts'
export { type Isolation, type IsolationPart, isIsolated, type MissingPart } from './isolation.ts'
export { parseCaller } from './kubernetes/callers.ts'
export { parseQuota } from './kubernetes/quota.ts'
export type { LogLine, LogPage } from './log-line.ts'
export { type Resolve, type Resolved, systemResolve } from './names/system-resolve.ts'
export { type OpenOptions, openEngine } from './open-engine.ts'
export { ownNetworks } from './own-networks.ts'
export { openProcessGuard, type ProcessGuard } from './process/process-guard.ts'
export { whyNotGuardedProcess } from './process/why-not-guarded.ts'
