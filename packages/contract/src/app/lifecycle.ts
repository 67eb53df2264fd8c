export const lifecycleHooks = [
  'install',
  'uninstall',
  'start',
  'stop',
  'configure',
  'upgrade',
  'check',
  'erase',
] as const

export type LifecycleHook = (typeof lifecycleHooks)[number]

/** Body of a lifecycle hook declared with a path. A hook declared by name arrives as `GET /_app/<hook>?route=<url>`. */
export interface LifecycleCall {
  readonly hook: LifecycleHook
  /** Public address of the route, where the policy system reaches this installation. */
  readonly route: string
  readonly routeId: string
  readonly installationId: string
  /** Version that is called. */
  readonly release: string
  /** Version it replaces, on `upgrade`. */
  readonly previousRelease?: string
  /** On `erase`: locators of the accounts or policyholders to forget; absent when everything of the installation goes. */
  readonly locators?: readonly string[]
}

/** Body of the `check` hook: the configuration as it would be saved, write-only values included. Always a `POST`. */
export interface CheckCall<S = Readonly<Record<string, string>>> {
  readonly hook: 'check'
  readonly installationId: string | null
  readonly release: string
  readonly configuration: {
    readonly settings: S
    readonly mappings: readonly { readonly productName: string; readonly fields: Readonly<Record<string, string>> }[]
  }
}

/** One thing that is wrong with a configuration: with a setting, with a mapping field of a product, or as a whole. */
export interface CheckProblem {
  readonly setting?: string
  readonly product?: string
  readonly mapping?: string
  readonly message: string
}

/** Answer of the `check` hook. With `blocking` the configuration cannot be saved until the problems are gone. */
export interface CheckAnswer {
  readonly problems: readonly CheckProblem[]
  readonly blocking?: boolean
}
