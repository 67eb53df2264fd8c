/** The fields of one product that the customer pointed the application's mapping fields at. */
export interface StateMapping<F extends string = string> {
  readonly productName: string
  /** Mapping field name → schema path. */
  readonly fields: Readonly<Record<F, string>>
}

/** `GET /settings/<key>`: the customer's configuration alone; answers while the policy system is away. */
export interface SettingsRecord<S = Readonly<Record<string, string>>, F extends string = string> {
  /**
   * Setting name → value: a text; of a Number a number, of a Boolean true or false, of a Table a list of rows, of a File
   * a data URL (name their types in `S`). An optional setting that was not set is absent.
   */
  readonly settings: S
  readonly mappings: readonly StateMapping<F>[]
}

/** `GET /state/<key>`: everything an application knows about the customer a request belongs to. */
export interface StateRecord<S = Readonly<Record<string, string>>, F extends string = string>
  extends SettingsRecord<S, F> {
  /** Address of the policy system's API for the tenant. */
  readonly platformApiUrl: string
  readonly tenantHostName: string
  /** Credential for the policy system; valid for at least two more minutes when it leaves the platform. */
  readonly token: string
}

/** Codes of the problems the state interface answers with. */
export type StateErrorCode =
  | 'key_unknown'
  | 'key_expired'
  | 'route_inactive'
  | 'tenant_credentials_refused'
  | 'tenant_unavailable'
