export { autofillOperations, expandOperations } from './autofill-operations.ts'
export { eventsOf, expandEvent, expandEvents } from './events.ts'
export {
  type Autofill,
  defaults,
  type ExternalRater,
  type HookName,
  hookNames,
  type LifecycleEntry,
  limits,
  type Manifest,
  type MappingField,
  mappingFieldsOf,
  type PerformancePlan,
  performancePlans,
  planResources,
  type Setting,
  type SettingType,
  settingsOf,
  settingTypes,
  type ValueItem,
  type Variant,
  variants,
  type Webhook,
} from './manifest.ts'
export { checkManifest, type ParsedManifest, type ParseOptions, parseManifest } from './parse-manifest.ts'
export type { FieldProblem, Problem, Severity } from './problem.ts'
export { covers } from './public-path.ts'
export { type ConfigurationRule, type ManifestRule, type Rule, rules } from './rules.ts'
export { compareVersions, parseVersion, raiseVersion, type Version, type VersionPart } from './version.ts'
