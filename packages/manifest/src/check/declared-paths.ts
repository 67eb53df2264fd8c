export type IntegrationKind = 'webhook' | 'autofill' | 'rater'

/** The paths that integrations have, by what the gateway does with them; hooks are called by the platform itself. */
export interface DeclaredPaths {
  byPath: Map<string, IntegrationKind | 'hook'>
}
