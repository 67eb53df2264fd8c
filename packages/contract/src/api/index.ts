export {
  access,
  furtherAccess,
  type OperationId,
  type PlatformRole,
  type Role,
  type Rule,
  type Scope,
} from './access.ts'
export type { ListChoice } from './accounts/list-choices.ts'
export { activityKinds, activityOutcomes, locatorKinds } from './activity/activity.ts'
export { type AlertKind, alertKinds, alertThresholds } from './alert/alerts.ts'
export {
  type AuditAction,
  type AuditActionRow,
  auditActions,
  formerActions,
  type SubjectKind,
} from './audit-actions.ts'
export { type AccessCaller, belongsTo, type Decision, decideAccess, type Subject, unowned } from './decide-access.ts'
export { type CarriedKind, type LiveTopic, type LiveTopicRow, liveTopics } from './live-topics.ts'
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
} from './operation/operation.ts'
export { operations } from './operations.ts'
export { type InstallationTrouble, installationTroubles } from './overview/all-installations.ts'
export type { PublishingStep } from './overview/overview.ts'
export { type MailTopic, mailTopics, type NotificationKind, notificationKinds } from './platform/notification-kinds.ts'
export { commonErrors, errorsOf, mayBeQuarantined } from './refusals.ts'
export { tunnelProtocol } from './route/tunnel-protocol.ts'
export {
  type DataSheet,
  type DataSheetLine,
  dataSheetLineNames,
  dataSheetLines,
  observedLines,
} from './trust/data-sheets.ts'
