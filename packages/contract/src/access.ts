// Who may do what, without the schemas of the operations: small enough for a browser.
export { access, furtherAccess, type OperationId, type PlatformRole, type Role, type Rule } from './api/access.ts'
export { type AccessCaller, decideAccess, type Subject, unowned } from './api/decide-access.ts'
