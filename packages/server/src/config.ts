import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Part } from '@mkt/contract/parts'
import { parseQuota } from '@mkt/engines'
import { z } from 'zod'
import { blobVariables } from './config/blob-variables.ts'
import { ConfigError } from './config/config-error.ts'
import { engineVariables } from './config/engine-variables.ts'
import { isLoopback } from './config/kinds.ts'
import { listeningVariables } from './config/listening-variables.ts'
import { observationVariables } from './config/observation-variables.ts'
import { ruleVariables } from './config/rule-variables.ts'
import { storageVariables } from './config/storage-variables.ts'
import { withTls } from './lib/process/postgres-address.ts'
import { Secret } from './lib/secret.ts'

/**
 * Everything the environment can say to the platform, in one schema. This file alone reads it; the reference page
 * is made from the descriptions in `config`. MKT_PORT, MKT_STATE_API and MKT_OTLP belong to applications and are never read.
 */
export const variables = {
  ...storageVariables,
  ...blobVariables,
  ...listeningVariables,
  ...engineVariables,
  ...ruleVariables,
  ...observationVariables,
}

const schema = z.object(variables)

export type Config = ReturnType<typeof shape>

function shape(env: z.output<typeof schema>, empty: boolean) {
  const production = env.NODE_ENV === 'production'
  const laptop = env.DATABASE_URL === undefined && !production
  const demo: 'full' | 'empty' | 'none' = !laptop ? 'none' : empty || !env.MKT_DEMO ? 'empty' : 'full'
  return {
    production,
    laptop,
    demo,
    databaseUrl: databaseOf(env),
    databaseConnections: env.MKT_DATABASE_CONNECTIONS,
    migrate: env.MKT_MIGRATE,
    dataDir: resolve(env.MKT_DATA_DIR),
    blobs: { folder: join(resolve(env.MKT_DATA_DIR), 'registry'), places: env.MKT_BLOBS, storage: storageOf(env) },
    bind: env.MKT_BIND,
    roles: new Set<Part>(env.MKT_ROLES),
    processes: env.MKT_PROCESSES,
    drainMs: env.MKT_DRAIN_SECONDS * 1000,
    ports: {
      api: env.MKT_API_PORT,
      gateway: env.MKT_GATEWAY_PORT,
      state: env.MKT_STATE_PORT,
      relay: env.MKT_RELAY_PORT,
      otlp: env.MKT_OTLP_PORT,
      simulator: env.MKT_SIMULATOR_PORT,
    },
    workerPort: env.MKT_WORKER_PORT,
    tunnelPort: env.MKT_TUNNEL_PORT,
    tunnelAddress: env.MKT_TUNNEL_ADDRESS,
    publicUrl: env.MKT_PUBLIC_URL,
    gatewayUrl: env.MKT_GATEWAY_URL,
    stateUrl: env.MKT_STATE_URL,
    relayUrl: env.MKT_RELAY_URL,
    otlpUrl: env.MKT_OTLP_URL,
    tunnelUrl: env.MKT_TUNNEL_URL,
    gatewayDomain: env.MKT_GATEWAY_DOMAIN,
    trustedProxies: env.MKT_TRUSTED_PROXIES,
    engine: env.MKT_ENGINE,
    dockerHost: env.DOCKER_HOST,
    kubernetes: {
      namespace: env.MKT_KUBERNETES_NAMESPACE,
      callers: env.MKT_KUBERNETES_CALLERS,
      policiesEnforced: env.MKT_KUBERNETES_POLICIES === 'enforced',
      trialImage: env.MKT_KUBERNETES_TRIAL_IMAGE,
      quota: parseQuota(env.MKT_KUBERNETES_QUOTA) ?? {},
      priorityClass: env.MKT_KUBERNETES_PRIORITY_CLASS,
    },
    sandboxTrusted: env.MKT_SANDBOX_TRUSTED,
    sandboxDelegated: env.MKT_SANDBOX_DELEGATED,
    masterKey: env.MKT_MASTER_KEY,
    allowAddresses: env.MKT_ALLOW_ADDRESSES,
    egress: env.MKT_EGRESS,
    retrySchedule: env.MKT_RETRY_SCHEDULE,
    keyTtlSeconds: env.MKT_KEY_TTL,
    bootstrapPassword: env.MKT_BOOTSTRAP_PASSWORD,
    signUp: env.MKT_SIGN_UP,
    advisoryGate: env.MKT_ADVISORY_GATE,
    pricingDays: env.MKT_PRICING_DAYS,
    auditDays: env.MKT_AUDIT_DAYS,
    appTelemetry: env.MKT_APP_TELEMETRY,
    kept: { days: env.MKT_KEPT_DAYS, payloadDays: Math.min(env.MKT_PAYLOAD_DAYS, env.MKT_KEPT_DAYS) },
    callsAtOnce: { perRoute: env.MKT_ROUTE_CALLS, perApp: env.MKT_APP_CALLS },
    deliveriesAtOnce: env.MKT_DELIVERIES_AT_ONCE,
    dnsServers: env.MKT_DNS_SERVERS,
    smtpUrl: env.MKT_SMTP_URL,
    mailFrom: env.MKT_MAIL_FROM,
    auditSyslog: env.MKT_AUDIT_SYSLOG,
    auditOtlp: env.MKT_AUDIT_OTLP,
    metricsToken: { given: env.MKT_METRICS_TOKEN, file: env.MKT_METRICS_TOKEN_FILE },
    traces:
      env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : {
            endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
            headers: env.OTEL_EXPORTER_OTLP_HEADERS,
            resource: { 'service.name': env.OTEL_SERVICE_NAME, ...env.OTEL_RESOURCE_ATTRIBUTES },
            share: env.OTEL_TRACES_SAMPLER_ARG,
          },
    logLevel: env.MKT_LOG_LEVEL,
  }
}

/** The address of the database, with what the usual variables say of TLS. */
function databaseOf(env: z.output<typeof schema>): string | undefined {
  const { PGSSLMODE: sslmode, PGSSLROOTCERT: sslrootcert, PGSSLCERT: sslcert, PGSSLKEY: sslkey } = env
  if (env.DATABASE_URL === undefined) return undefined
  return withTls(env.DATABASE_URL, { sslmode, sslrootcert, sslcert, sslkey })
}

/** How the object storage is reached. */
function storageOf(env: z.output<typeof schema>) {
  const region = env.MKT_BLOBS_REGION ?? env.AWS_REGION ?? 'us-east-1'
  const endpoint = env.MKT_BLOBS_ENDPOINT ?? env.AWS_ENDPOINT_URL_S3 ?? `https://s3.${region}.amazonaws.com`
  const secret = (text: string | undefined) => (text === undefined ? undefined : Secret.of(text))
  return {
    region,
    endpoint,
    pathStyle: env.MKT_BLOBS_PATH_STYLE,
    redirect:
      env.MKT_BLOBS_REDIRECT_SECONDS === 0
        ? undefined
        : { seconds: env.MKT_BLOBS_REDIRECT_SECONDS, endpoint: env.MKT_BLOBS_REDIRECT_ENDPOINT ?? endpoint },
    credentials: {
      accessKeyId: env.AWS_ACCESS_KEY_ID,
      secretAccessKey: secret(env.AWS_SECRET_ACCESS_KEY),
      sessionToken: secret(env.AWS_SESSION_TOKEN),
      file: env.AWS_SHARED_CREDENTIALS_FILE ?? join(homedir(), '.aws', 'credentials'),
      profile: env.AWS_PROFILE,
    },
  }
}

/** A process that lacks a role must be told where that part is, or at least on which port. */
function homelessParts(env: z.output<typeof schema>): string[] {
  const parts = [
    { role: 'api', url: env.MKT_PUBLIC_URL, port: env.MKT_API_PORT, name: 'MKT_PUBLIC_URL' },
    { role: 'gateway', url: env.MKT_GATEWAY_URL, port: env.MKT_GATEWAY_PORT, name: 'MKT_GATEWAY_URL' },
    { role: 'state', url: env.MKT_STATE_URL, port: env.MKT_STATE_PORT, name: 'MKT_STATE_URL' },
    { role: 'relay', url: env.MKT_RELAY_URL, port: env.MKT_RELAY_PORT, name: 'MKT_RELAY_URL' },
    // Containers are told of it where telemetry is taken at all.
    ...(env.MKT_APP_TELEMETRY
      ? [{ role: 'state', url: env.MKT_OTLP_URL, port: env.MKT_OTLP_PORT, name: 'MKT_OTLP_URL' } as const]
      : []),
  ] as const
  return parts
    .filter(({ role, url, port }) => !env.MKT_ROLES.includes(role) && url === undefined && port === 0)
    .map(({ role, name }) => `  ${name}: Needed, because this process has not the role ${role} and its port is 0.`)
}

/** An audit that is meant to leave the platform must not stay here without a word. */
function unsentAudit(env: z.output<typeof schema>): string[] {
  if (!env.MKT_AUDIT_OTLP || env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined) return []
  return ['  MKT_AUDIT_OTLP: Give OTEL_EXPORTER_OTLP_ENDPOINT as well: the audit is sent to that collector.']
}

/** Where only this machine reaches the accounts of a laptop start their password is its owner's business; elsewhere it must be a long one. */
function weakPassword(env: z.output<typeof schema>): string[] {
  const password = env.MKT_BOOTSTRAP_PASSWORD
  if (password === undefined || password.length >= 12 || isLoopback(env.MKT_BIND)) return []
  return ['  MKT_BOOTSTRAP_PASSWORD: Use at least 12 characters, because MKT_BIND lets other machines sign in.']
}

/** Reads environment and arguments, or throws one error that lists everything that is wrong. */
export function loadConfig(env: Record<string, string | undefined>, args: readonly string[] = []): Config {
  const unknown = args.filter((arg) => arg !== '--empty')
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = schema.safeParse(given)
  const problems = [
    ...unknown.map((arg) => `  ${arg}: unknown argument. Known: --empty.`),
    ...(parsed.success
      ? [...homelessParts(parsed.data), ...weakPassword(parsed.data), ...unsentAudit(parsed.data)]
      : parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)),
  ]
  if (!parsed.success || problems.length > 0) {
    throw new ConfigError(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.join('\n')}`,
    )
  }
  return shape(parsed.data, args.includes('--empty'))
}
