export type IntegrationKind = 'webhook' | 'autofill' | 'rater'

/** The paths that integrations have, without a slash at the end, by what the gateway does with them; hooks are called by the platform itself. */
export interface DeclaredPaths {
  byPath: Map<string, IntegrationKind | 'hook'>
}
