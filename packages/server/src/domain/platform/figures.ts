import type { Part } from '@mkt/contract/parts'

/** One figure that `/metrics` shows. */
export interface FigureRow {
  type: 'counter' | 'gauge' | 'histogram'
  unit: 'things' | 'seconds' | 'bytes' | 'ratio'
  /** Whose `/metrics` shows it. `platform`: read from the database by every worker, so all of them show the same value. */
  of: readonly Part[] | 'every process' | 'platform'
  /** The labels, and what bounds the values of each. */
  labels: Readonly<Record<string, string>>
  meaning: string
  buckets?: readonly number[]
  /** How the values of several processes of one program become one; they are added up unless told. */
  together?: 'min' | 'max'
}

const STATUS = 'class of the status (`2xx`) or an error code'
const APPS = 'the first 200 applications, then `other`'
const RELEASES = 'the first 500 releases that ran, then `other`'
const seconds = [0.005, 0.02, 0.1, 0.5, 1, 5, 10, 30] as const

/** Labels never hold a key, a secret, a name of a person, or an id of which a platform may have thousands. */
export const figures = {
  mkt_build_info: row('gauge', 'things', 'every process', 'Always 1; names the release of the program', {
    version: 'one value a process',
  }),
  mkt_change_feed_connected: {
    ...row('gauge', 'things', 'every process', '1 while changes of other processes arrive'),
    together: 'min',
  },
  mkt_change_feed_lag_seconds: {
    ...row('gauge', 'seconds', 'every process', 'For how long changes of other processes have not arrived'),
    together: 'max',
  },
  mkt_database_pool_connections: row('gauge', 'things', 'every process', 'Database connections of the process', {
    state: '`idle`, `used`',
  }),
  mkt_database_pool_waiting: row('gauge', 'things', 'every process', 'Statements that wait for a connection'),
  mkt_disk_free_bytes: {
    ...row('gauge', 'bytes', 'every process', 'Free space where the data folder is'),
    together: 'min',
  },
  mkt_disk_size_bytes: {
    ...row('gauge', 'bytes', 'every process', 'Size of the disk where the data folder is'),
    together: 'max',
  },
  mkt_otlp_spans_total: row('counter', 'things', 'every process', 'Spans for the collector of traces', {
    outcome: '`sent`, `dropped`',
  }),
  mkt_otlp_points_total: row('counter', 'things', 'every process', 'Points of metrics for the collector', {
    outcome: '`sent`, `dropped`',
  }),
  mkt_otlp_logs_total: row('counter', 'things', 'every process', 'Log lines for the collector', {
    outcome: '`sent`, `dropped`',
  }),
  mkt_api_requests_total: row('counter', 'things', ['api'], 'Requests to the control plane', {
    method: 'HTTP methods that the API knows, then `other`',
    outcome: 'class of the status',
  }),
  mkt_api_request_seconds: histogram(['api'], 'Time from a request to the control plane to its answer', {
    outcome: 'class of the status',
  }),
  mkt_gateway_calls_total: row('counter', 'things', ['gateway'], 'Calls carried to applications', {
    kind: 'kinds of calls',
    outcome: STATUS,
    app: APPS,
  }),
  mkt_gateway_call_seconds: histogram(['gateway'], 'Time from the first byte of a call to the last of its answer', {
    kind: 'kinds of calls',
  }),
  mkt_gateway_records_dropped_total: row('counter', 'things', ['gateway'], 'Records of calls dropped under pressure'),
  mkt_shadow_copies_total: row('counter', 'things', ['gateway'], 'Copies of live calls for shadows', {
    outcome: '`sent`, `dropped`',
  }),
  mkt_state_reads_total: row('counter', 'things', ['state'], 'State reads'),
  mkt_state_refusals_total: row('counter', 'things', ['state'], 'State reads that were refused'),
  mkt_state_loaded_read_seconds: histogram(['state'], 'Time of state reads that memory could not answer at once', {
    outcome: '`answered`, `refused`',
  }),
  mkt_state_entries: row('gauge', 'things', ['state'], 'Installations held in memory'),
  mkt_state_bytes: row('gauge', 'bytes', ['state'], 'Bytes that the state held in memory takes'),
  mkt_forwarded_telemetry_total: row(
    'counter',
    'things',
    ['state', 'worker'],
    'Requests with telemetry of applications for the collectors of their publishers',
    { outcome: '`sent`, `dropped`' },
  ),
  mkt_relay_requests_total: row('counter', 'things', ['relay'], 'Requests to the relay'),
  mkt_relay_refusals_total: row('counter', 'things', ['relay'], 'Requests that the relay refused'),
  mkt_relay_running: row('gauge', 'things', ['relay'], 'Requests that the relay passes on now'),
  mkt_relay_request_seconds: histogram(['relay'], 'Time that policy systems took to answer through the relay', {
    outcome: STATUS,
  }),
  mkt_tunnels: row('gauge', 'things', ['api'], "Tunnels to developers' machines that the process holds"),
  mkt_tunnel_openings_total: row('counter', 'things', ['api'], 'Machines that connected for a tunnel', {
    outcome: '`opened`, `refused`, `full`',
  }),
  mkt_tunnel_request_seconds: histogram(['api'], 'Time that requests through tunnels took', {
    outcome: 'class of the status, `not_connected`, `too_many` or `no_answer`',
  }),
  mkt_delivery_attempts_total: row('counter', 'things', ['worker'], 'Attempts to deliver an event', {
    outcome: STATUS,
    state: 'states of a delivery',
  }),
  mkt_delivery_attempt_seconds: histogram(['worker'], 'Time that applications took to answer a delivery', {
    state: 'states of a delivery',
  }),
  mkt_app_requests_total: row('counter', 'things', ['gateway', 'worker'], 'Requests sent to instances', {
    app: RELEASES,
    version: 'likewise',
    outcome: '`answered`, `failed`',
  }),
  mkt_app_request_seconds_total: row(
    'counter',
    'seconds',
    ['gateway', 'worker'],
    'Time that instances took to answer',
    {
      app: RELEASES,
      version: 'likewise',
    },
  ),
  mkt_app_memory_bytes: appRow('bytes', 'Memory that an application uses'),
  mkt_app_cpu_seconds: appRow('seconds', 'CPU time of the present instances of an application'),
  mkt_app_instances: appRow('things', 'Instances of an application that run'),
  mkt_app_restarts: appRow('things', 'Ends of instances that nobody asked for'),
  mkt_certificate_expires_seconds: row(
    'gauge',
    'seconds',
    ['worker'],
    'Time until the certificate of an address of the platform ends, looked at every hour; absent without https',
    { address: '`public`, `gateway`, `state`, `relay`, `otlp`, `tunnel`' },
  ),
  mkt_platform_figures_up: row('gauge', 'things', 'platform', '1 while the figures of the platform can be read'),
  mkt_events_waiting: row('gauge', 'things', 'platform', 'Events that wait for delivery, counted up to 200,000'),
  mkt_events_oldest_seconds: row('gauge', 'seconds', 'platform', 'Age of the oldest waiting event'),
  mkt_events_overdue_seconds: row(
    'gauge',
    'seconds',
    'platform',
    'For how long the first event has been due that nobody sends, of running installations that are not paused',
  ),
  mkt_app_events_waiting: row('gauge', 'things', 'platform', 'Waiting events of the applications that have most', {
    app: 'the ten with most',
  }),
  mkt_app_events_oldest_seconds: row(
    'gauge',
    'seconds',
    'platform',
    'Age of their oldest event that waits for a running installation',
    {
      app: 'the ten with most',
    },
  ),
  mkt_backlog_quota_ratio: row(
    'gauge',
    'ratio',
    'platform',
    'Waiting events of the fullest route, as a share of what a route may have',
  ),
  mkt_dead_letters: row('gauge', 'things', 'platform', 'Dead letters that are kept, counted up to 200,000'),
  mkt_leases: row('gauge', 'things', 'platform', 'Work that a worker holds now', {
    kind: '`route` (its deliveries), `deployment`, `installation`',
  }),
  mkt_instances: row('gauge', 'things', 'platform', 'Instances that are not stopped', {
    state: 'states of an instance',
  }),
  mkt_deployments: row('gauge', 'things', 'platform', 'Deployments', { state: 'states of a deployment' }),
  mkt_installations: row('gauge', 'things', 'platform', 'Installations', { state: 'states of an installation' }),
  mkt_restarts_total: row('counter', 'things', 'platform', 'Ends of instances that nobody asked for'),
  mkt_routes_paused: row('gauge', 'things', 'platform', 'Routes whose deliveries are paused'),
  mkt_routes_failing: row('gauge', 'things', 'platform', 'Routes whose deliveries fail and are not paused yet'),
  mkt_egress_refused: row(
    'gauge',
    'things',
    'platform',
    'Connections of applications refused since the last full hour',
  ),
  mkt_credentials: row('gauge', 'things', 'platform', 'Credentials of tenants', {
    state: '`working`, `failing` (the last renewal failed), `refused`',
  }),
  mkt_credential_oldest_seconds: row(
    'gauge',
    'seconds',
    'platform',
    'Age of the credential that was not changed for longest',
  ),
  mkt_processes: row('gauge', 'things', 'platform', 'Processes that hold a part', {
    part: 'parts of the platform',
    state: '`up`, `silent`',
  }),
  mkt_database_bytes: row('gauge', 'bytes', 'platform', 'Size of the database'),
  mkt_database_server_connections: row('gauge', 'things', 'platform', 'Connections that the database server has'),
  mkt_database_server_connections_max: row('gauge', 'things', 'platform', 'Connections that it allows'),
} satisfies Record<string, FigureRow>

export type FigureName = keyof typeof figures

/** The row of a figure with its name. */
export function figure(name: FigureName): FigureRow & { name: FigureName } {
  const found: FigureRow = figures[name]
  return { name, ...(found.of === 'platform' ? { together: 'max' } : {}), ...found }
}

function row(
  type: 'counter' | 'gauge',
  unit: FigureRow['unit'],
  of: FigureRow['of'],
  meaning: string,
  labels: Record<string, string> = {},
): FigureRow {
  return { type, unit, of, labels, meaning }
}

function appRow(unit: FigureRow['unit'], meaning: string): FigureRow {
  return row('gauge', unit, ['worker'], meaning, { app: 'applications that run', version: 'releases that run' })
}

function histogram(of: FigureRow['of'], meaning: string, labels: Record<string, string>): FigureRow {
  return { type: 'histogram', unit: 'seconds', of, labels, meaning, buckets: seconds }
}
