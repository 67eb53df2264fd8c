export { type Ask, type AskKind, asksMore } from './asks-more.ts'
export { autofillOperations, expandOperations } from './autofill-operations.ts'
export { type AppliedConfiguration, applyConfiguration } from './configuration/apply-configuration.ts'
export { carryOver } from './configuration/carry-over.ts'
export { checkValue } from './configuration/check-value.ts'
export {
  type ConfigurationInput,
  emptyConfiguration,
  type Mapping,
  type SecretMark,
  type StoredConfiguration,
  type TenantSchema,
} from './configuration/configuration.ts'
export { formatFile, parseFile, type SettingFile } from './configuration/file.ts'
export { hideSettings } from './configuration/hide-settings.ts'
export { type Migration, migrateConfiguration } from './configuration/migrate-configuration.ts'
export { type ReadableSetting, readBack } from './configuration/read-back.ts'
export { defaultText, editedText, type SettingValue } from './configuration/setting-value.ts'
export { stateSettings } from './configuration/state-settings.ts'
export { parseTable, type TableRow, tableToCsv } from './configuration/table.ts'
export { addressEndpoint, coversHost, declaredEgress } from './egress.ts'
export { eventsOf, expandEvent, expandEvents } from './events.ts'
export { hookOf, type Integrations, integrationsOf } from './integrations.ts'
export {
  type Autofill,
  defaults,
  type EgressEntry,
  type EgressHost,
  type EgressSetting,
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
  type TableColumn,
  type TenantAccess,
  tenantAccesses,
  tenantAccessOf,
  type ValueItem,
  type Variant,
  variants,
  type Webhook,
} from './manifest.ts'
export { coversNothing } from './mapping/covers-nothing.ts'
export { placeProducts, type SchemaPlace } from './mapping/schema-place.ts'
export { schemaPlaces } from './mapping/schema-places.ts'
export { type SuggestedMapping, suggestMapping, type UnmappedField } from './mapping/suggest-mapping.ts'
export { type SuggestedMappings, suggestMappings } from './mapping/suggest-mappings.ts'
export {
  buildMappingPath,
  type MappingPlace,
  parseMappingPath,
  policyholders,
  productOf,
} from './mapping-path.ts'
export { checkManifest, type ParsedManifest, type ParseOptions, parseManifest } from './parse-manifest.ts'
export type { FieldProblem, Problem, Severity } from './problem.ts'
export { isPublic, type PublicPaths, publicPathsOf, withoutTrailingSlash } from './public-path.ts'
export { type ConfigurationRule, type ManifestRule, type Rule, rules } from './rules.ts'
export { manifestSchema } from './schema.ts'
export { isWriteOnly, visibleSettings, writeOnlyNames } from './setting.ts'
export { compareVersions, nextVersion, parseVersion, raiseVersion, type Version, type VersionPart } from './version.ts'
