export const lifecycleHooks = ['install', 'uninstall', 'start', 'stop', 'configure', 'upgrade'] as const

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
}
