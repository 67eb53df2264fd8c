export { type FakePlatform, type FakeRoute, startFakePlatform, type Target } from './fake-platform.ts'
export {
  sampleAutofill,
  sampleEnterpriseEvent,
  sampleEvent,
  samplePolicy,
  samplePolicyholder,
  sampleRating,
  sampleState,
} from './samples.ts'
export { findBleeding, type Probe, type RunningApp, type StatelessnessOptions } from './statelessness.ts'
