export {
  access,
  furtherAccess,
  type OperationId,
  type PlatformRole,
  type Role,
  type Rule,
  type Scope,
} from './access.ts'
export { activityKinds, activityOutcomes, locatorKinds } from './activity.ts'
export {
  type AuditAction,
  type AuditActionRow,
  auditActions,
  formerActions,
  type SubjectKind,
} from './audit-actions.ts'
export {
  type DataSheet,
  type DataSheetLine,
  dataSheetLineNames,
  dataSheetLines,
  observedLines,
} from './data-sheets.ts'
export { type AccessCaller, belongsTo, type Decision, decideAccess, type Subject, unowned } from './decide-access.ts'
export { type CarriedKind, type LiveTopic, type LiveTopicRow, liveTopics } from './live-topics.ts'
export { type Part, parts } from './operating.ts'
export type {
  AnswerHeader,
  AnswerOf,
  AnswerRead,
  BodyOf,
  BodySent,
  Method,
  Operation,
  ParamsOf,
  QueryOf,
  QuerySent,
} from './operation.ts'
export { operations } from './operations.ts'
export type { PublishingStep } from './overview.ts'
export { commonErrors, errorsOf, mayBeQuarantined } from './refusals.ts'
