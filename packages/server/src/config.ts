import { isIP } from 'node:net'
import { availableParallelism, homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Part, parts } from '@mkt/contract/api'
import { parseCaller } from '@mkt/engines'
import { z } from 'zod'
import { parseMasterKeys } from './lib/master-keys.ts'
import { parsePairs } from './lib/otlp/parse-pairs.ts'
import { isUsableTarget } from './lib/process/postgres-address.ts'
import { parseBlobPlaces } from './lib/s3/blob-places.ts'
import { Secret } from './lib/secret.ts'

/**
 * Everything the environment can say to the platform, in one schema. This file alone reads it; the reference page
 * is made from the descriptions here. MKT_PORT and MKT_STATE_API belong to applications and are never read.
 */

const port = (fallback: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, 'Give a port number from 0 to 65535; 0 means any free port.')
    .transform(Number)
    .refine((value) => value <= 65535, 'Give a port number from 0 to 65535; 0 means any free port.')
    .default(fallback)

const origin = z
  .string()
  .refine((value) => isOrigin(value), 'Give an origin such as https://market.example.com, without a path.')
  .transform((value) => new URL(value).origin)

export function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false
  const url = new URL(value)
  return (
    /^https?:$/.test(url.protocol) &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === '' &&
    url.username === '' &&
    url.password === ''
  )
}

function hasUserInfo(value: string): boolean {
  const url = URL.parse(value)
  return url !== null && (url.username !== '' || url.password !== '')
}

const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
)

function isAddressOrRange(value: string): boolean {
  const [address = '', bits] = value.split('/')
  const kind = isIP(address)
  if (kind === 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128))
}

function isAllowed(value: string): boolean {
  const bracketed = /^\[([^\]]+)\](?::(\d{1,5}))?$/.exec(value)
  if (bracketed) return isIP(bracketed[1] ?? '') === 6
  const withPort = /^([^:]+):(\d{1,5})$/.exec(value)
  return withPort ? isIP(withPort[1] ?? '') === 4 : isAddressOrRange(value)
}

const pairs = z.string().transform((value, context) => {
  const found = parsePairs(value)
  if (found !== undefined) return found
  context.addIssue({
    code: 'custom',
    message: 'Give key=value pairs, separated by commas, with percent-encoded values.',
  })
  return z.NEVER
})

const flag = z.enum(['0', '1'], 'Give 1 or 0.').transform((value) => value === '1')

export const variables = {
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'Give a PostgreSQL address such as postgres://user:password@host/database.')
    .refine(isUsableTarget, 'The platform writes: target_session_attrs may be read-write, primary or any.')
    .optional()
    .describe(
      'The PostgreSQL database. Several hosts (`host1,host2`) are a primary and its standbys: the one that takes writes is used. Without it the platform starts its own in the data folder',
    ),
  MKT_DATABASE_CONNECTIONS: z
    .string()
    .regex(/^([4-9]|[1-9]\d|[1-4]\d\d|500)$/, 'Give a whole number from 4 to 500.')
    .transform(Number)
    .default(20)
    .describe(
      'How many connections to PostgreSQL a process holds at most. One more carries the change feed, and six more the deliveries of a worker',
    ),
  MKT_MIGRATE: flag
    .default(true)
    .describe('0: the process does not migrate the database, and refuses to start before `mkt-admin migrate` did'),
  NODE_ENV: z.string().optional().describe('`production`: structured logs, no demo world'),
  MKT_DATA_DIR: z
    .string()
    .min(1)
    .default('./.mkt')
    .describe('Where the platform keeps files: database, images, master key'),
  MKT_BLOBS: z
    .string()
    .default('folder')
    .transform((value, context) => {
      const places = parseBlobPlaces(value)
      if (places !== undefined) return places
      context.addIssue({
        code: 'custom',
        message: 'Give folder or s3://bucket/prefix; both, separated by a comma, while blobs move.',
      })
      return z.NEVER
    })
    .describe(
      'Where the bytes of images are kept: `folder` (`registry` in the data folder) or `s3://bucket/prefix`. Both, separated by a comma, while they move',
    ),
  MKT_BLOBS_ENDPOINT: origin
    .optional()
    .describe('The origin of the object storage. Default: `AWS_ENDPOINT_URL_S3`, else Amazon S3 in the region'),
  MKT_BLOBS_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'Give a region such as eu-central-1.')
    .optional()
    .describe('The region of the object storage. Default: `AWS_REGION`, else us-east-1'),
  MKT_BLOBS_PATH_STYLE: flag
    .default(false)
    .describe('1: the bucket stands in the path of addresses, as many storages other than Amazon S3 need it'),
  MKT_BLOBS_REDIRECT_SECONDS: z
    .string()
    .regex(/^(\d{1,5}|[1-5]\d{5}|60[0-3]\d{3}|604[0-7]\d{2}|604800)$/, 'Give a whole number of seconds up to 604800.')
    .transform(Number)
    .default(0)
    .describe(
      'Pulls are redirected to the object storage with an address that is valid for so many seconds. 0: the platform passes the bytes on',
    ),
  MKT_BLOBS_REDIRECT_ENDPOINT: origin
    .optional()
    .describe('The origin of the object storage as those who pull see it. Default: that of the platform'),
  AWS_ACCESS_KEY_ID: z.string().min(1).optional().describe('The access key of the object storage'),
  AWS_SECRET_ACCESS_KEY: z.string().min(1).optional().describe('Its secret'),
  AWS_SESSION_TOKEN: z.string().min(1).optional().describe('The token of temporary credentials'),
  AWS_SHARED_CREDENTIALS_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'A file with credentials of the object storage, read again when it changes, where the variables are not set. Default: `~/.aws/credentials`',
    ),
  AWS_PROFILE: z.string().min(1).default('default').describe('The profile in that file'),
  AWS_REGION: z.string().min(1).optional().describe('The region, where `MKT_BLOBS_REGION` is not set'),
  AWS_ENDPOINT_URL_S3: origin
    .optional()
    .describe('The origin of the object storage, where `MKT_BLOBS_ENDPOINT` is not set'),
  MKT_BIND: z
    .string()
    .refine((value) => isIP(value) !== 0, 'Give an IP address such as 127.0.0.1 or 0.0.0.0.')
    .default('127.0.0.1')
    .describe('The address to listen on'),
  MKT_ROLES: z
    .string()
    .default('all')
    .transform((value, context) => {
      if (value === 'all') return [...parts]
      const given = value.split(',').map((part) => part.trim())
      const unknown = given.filter((part) => !parts.includes(part as Part))
      if (unknown.length > 0) {
        context.addIssue({
          code: 'custom',
          message: `Unknown: ${unknown.join(', ')}. Give all, or some of ${parts.join(', ')}.`,
        })
        return z.NEVER
      }
      return given as Part[]
    })
    .describe(`What this process does: \`all\`, or some of ${parts.map((part) => `\`${part}\``).join(', ')}`),
  MKT_PROCESSES: z
    .string()
    .regex(/^(auto|[1-9]|[1-5]\d|6[0-4])$/, 'Give a number from 1 to 64, or auto.')
    .transform((value) => (value === 'auto' ? availableParallelism() : Number(value)))
    .default(1)
    .describe(
      'How many processes share the ports of gateway and state interface: a number, or `auto` for one on each processor. With more than 1 they run beside the main process, and one that ends is replaced',
    ),
  MKT_DRAIN_SECONDS: z
    .string()
    .regex(/^(\d|[1-9]\d|[1-5]\d\d|600)$/, 'Give a whole number of seconds from 0 to 600.')
    .transform(Number)
    .default(0)
    .describe(
      'How long a process that is asked to end goes on taking requests after `/readyz` says that it is not ready, so that load balancers notice, in seconds',
    ),
  MKT_API_PORT: port(7070).describe('Console, API, registry, documentation'),
  MKT_GATEWAY_PORT: port(7071).describe('Where the policy system calls applications'),
  MKT_STATE_PORT: port(7072).describe('Where applications read their state'),
  MKT_RELAY_PORT: port(7073).describe('Where applications reach the policy systems of tenants whose relay is on'),
  MKT_WORKER_PORT: port(7074)
    .unwrap()
    .optional()
    .describe(
      'Health, readiness and metrics of a worker. Default: 7074 where the worker runs apart, or any free port where that is taken (the log names it); beside other roles their ports tell it',
    ),
  MKT_SIMULATOR_PORT: port(7080).describe(
    'The simulated connected policy system of a laptop start; the enterprise one gets the next port',
  ),
  MKT_PUBLIC_URL: origin.optional().describe('The origin people use for console and API. Default: from bind and port'),
  MKT_GATEWAY_URL: origin.optional().describe('The origin registered in tenants. Default: from bind and port'),
  MKT_STATE_URL: origin
    .optional()
    .describe('The origin applications get in MKT_STATE_API. Default: from bind and port'),
  MKT_RELAY_URL: origin
    .optional()
    .describe(
      'The origin that applications get in `platformApiUrl` of a tenant whose relay is on. Default: from bind and port',
    ),
  MKT_GATEWAY_DOMAIN: z
    .string()
    .regex(/^[a-z0-9.-]+$/i, 'Give a domain such as apps.example.com.')
    .optional()
    .describe('Routes are also served as https://<routeId>.<domain>'),
  MKT_TRUSTED_PROXIES: list
    .refine(
      (value) => value.every(isAddressOrRange),
      'Give addresses or ranges such as 10.0.0.0/8, separated by commas.',
    )
    .default([])
    .describe('Proxies whose forwarding headers are believed: addresses or ranges'),
  MKT_ENGINE: z
    .enum(['sandbox', 'docker', 'kubernetes'], 'Give sandbox, docker or kubernetes.')
    .optional()
    .describe('What runs applications. Default: docker where a socket answers, else sandbox'),
  DOCKER_HOST: z
    .string()
    .regex(/^(unix|tcp|https?):\/\//, 'Give an address such as unix:///var/run/docker.sock.')
    .optional()
    .describe('Where the Docker or Podman daemon answers. Default: the usual sockets'),
  MKT_KUBERNETES_CALLERS: list
    .refine(
      (value) => value.every((part) => parseCaller(part) !== null),
      'Give addresses, ranges, namespaces or namespace/label=value, separated by commas.',
    )
    .default([])
    .describe(
      'Who may open connections to applications on Kubernetes: addresses, ranges, `namespace` or `namespace/label=value`, separated by commas. Inside the cluster the namespace of the platform may always; without either everybody may',
    ),
  MKT_KUBERNETES_NAMESPACE: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9-]{0,28}[a-z0-9])?$/, 'Give at most 30 lower-case letters, digits and hyphens.')
    .optional()
    .describe('The namespace of applications on Kubernetes. Default: that of the context, else `mkt-apps`'),
  MKT_KUBERNETES_POLICIES: z
    .enum(['enforced'], 'Give enforced, or leave it out.')
    .optional()
    .describe(
      '`enforced`: the network plugin of the cluster enforces network policies. For plugins that the platform does not know',
    ),
  MKT_SANDBOX_TRUSTED: flag
    .default(false)
    .describe('1: run applications although a part of their isolation is missing'),
  MKT_MASTER_KEY: z
    .string()
    .superRefine((value, context) => {
      try {
        parseMasterKeys(value)
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message })
      }
    })
    .optional()
    .describe('The master keys, newest first, separated by commas. Default: a key file in the data folder'),
  MKT_ALLOW_ADDRESSES: list
    .refine(
      (value) => value.every(isAllowed),
      'Give address[:port] or ranges such as 10.1.0.0/16, separated by commas.',
    )
    .default([])
    .describe('Private addresses that may be reached all the same: `address[:port]` or CIDR, separated by commas'),
  MKT_EGRESS: z
    .enum(['enforce', 'report', 'open'], 'Give enforce, report or open.')
    .default('enforce')
    .describe(
      'Where applications may send data. `enforce`: where their manifest says. `report`: anywhere, and undeclared names are counted. `open`: anywhere',
    ),
  MKT_RETRY_SCHEDULE: z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .refine(
      (value) => value.length >= 1 && value.length <= 50 && value.every((part) => /^\d{1,7}(\.\d+)?$/.test(part)),
      'Give the delays before each attempt in seconds, separated by commas, for example 0,5,300.',
    )
    .transform((value) => value.map(Number))
    .default([0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400])
    .describe('Delay before each delivery attempt, in seconds'),
  MKT_ADVISORY_GATE: z
    .enum(['none', 'critical', 'high'], 'Give none, critical or high.')
    .default('none')
    .describe('Open findings of this severity or worse keep a release from being approved; what runs is never stopped'),
  MKT_KEY_TTL: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'Give a whole number of seconds, at least 1.')
    .transform(Number)
    .default(4200)
    .describe('How long an `x-MKT-key` is valid, in seconds'),
  MKT_BOOTSTRAP_PASSWORD: z
    .string()
    .max(128, 'Use at most 128 characters.')
    .optional()
    .describe('The password of the accounts of a laptop start. Default: random'),
  MKT_DEMO: flag.default(true).describe('0: a laptop start without the demo applications (also `--empty`)'),
  MKT_SIGN_UP: z
    .enum(['closed', 'open'], 'Give open or closed.')
    .default('closed')
    .describe('`open`: people make their own accounts'),
  MKT_PRICING_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, 'Give a whole number of days, at least 1.')
    .transform(Number)
    .default(2555)
    .describe('How long the pricing record is kept, in days'),
  MKT_DELIVERIES_AT_ONCE: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'Give a whole number from 1 to 9999.')
    .transform(Number)
    .default(512)
    .describe('How many deliveries a worker may have under way at once, over all applications'),
  MKT_DNS_SERVERS: list
    .refine((value) => value.every(isAllowed), 'Give addresses of name servers, separated by commas.')
    .default([])
    .describe(
      'Name servers that are asked about domains of single sign-on: `address[:port]`. Default: those of the system',
    ),
  MKT_SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'Give an address such as smtp://user:password@host:587.')
    .optional()
    .describe('The mail server. Without it, nothing is mailed and operators hand over links'),
  MKT_MAIL_FROM: z.string().default('MKT <mkt@localhost>').describe('The sender of mails'),
  MKT_METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,512}$/, 'Use 16 to 512 visible characters without spaces.')
    .optional()
    .describe('What a scraper sends as `Authorization: Bearer …` to read `/metrics` from another machine'),
  MKT_METRICS_TOKEN_FILE: z.string().min(1).optional().describe('A file with that token, instead of the variable'),
  MKT_AUDIT_SYSLOG: z
    .string()
    .regex(
      /^(tcp|tls):\/\/(\[[0-9a-f:]+\]|[^\s/:@]+):\d{1,5}\/?$/i,
      'Give an address such as tls://siem.internal:6514, or tcp://… within a trusted network.',
    )
    .optional()
    .describe(
      'A syslog server that gets the whole audit, one RFC 5424 message a row (octet counting), at least once and in order',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .regex(/^https?:\/\/[^\s]+$/, 'Give the base address of a collector such as http://collector:4318.')
    .refine(
      (value) => !hasUserInfo(value),
      'Leave name and password out of the address: give them as OTEL_EXPORTER_OTLP_HEADERS=authorization=Basic%20….',
    )
    .optional()
    .describe(
      'Where traces and metrics are exported to by OTLP over HTTP, as JSON (`/v1/traces` and `/v1/metrics` are added). Without it none are',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: pairs
    .default({})
    .describe('Headers for the collector, such as `authorization=Bearer%20…`'),
  OTEL_SERVICE_NAME: z
    .string()
    .min(1)
    .max(100)
    .default('mkt')
    .describe('`service.name` of exported traces and metrics'),
  OTEL_RESOURCE_ATTRIBUTES: pairs
    .default({})
    .describe('Further attributes of exported traces, such as `deployment.environment.name=production`'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'Give a share from 0 to 1, for example 0.1.')
    .transform(Number)
    .default(1)
    .describe('Share of traces that are exported; failures and what takes a second or longer always are'),
  MKT_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info').describe('How much is logged'),
}

const schema = z.object(variables)

export type Config = ReturnType<typeof shape>

/** The environment or the arguments are wrong; the message names every problem at once. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

function shape(env: z.output<typeof schema>, empty: boolean) {
  const production = env.NODE_ENV === 'production'
  const laptop = env.DATABASE_URL === undefined && !production
  const demo: 'full' | 'empty' | 'none' = !laptop ? 'none' : empty || !env.MKT_DEMO ? 'empty' : 'full'
  return {
    production,
    laptop,
    demo,
    databaseUrl: env.DATABASE_URL,
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
      simulator: env.MKT_SIMULATOR_PORT,
    },
    workerPort: env.MKT_WORKER_PORT,
    publicUrl: env.MKT_PUBLIC_URL,
    gatewayUrl: env.MKT_GATEWAY_URL,
    stateUrl: env.MKT_STATE_URL,
    relayUrl: env.MKT_RELAY_URL,
    gatewayDomain: env.MKT_GATEWAY_DOMAIN,
    trustedProxies: env.MKT_TRUSTED_PROXIES,
    engine: env.MKT_ENGINE,
    dockerHost: env.DOCKER_HOST,
    kubernetes: {
      namespace: env.MKT_KUBERNETES_NAMESPACE,
      callers: env.MKT_KUBERNETES_CALLERS,
      policiesEnforced: env.MKT_KUBERNETES_POLICIES === 'enforced',
    },
    sandboxTrusted: env.MKT_SANDBOX_TRUSTED,
    masterKey: env.MKT_MASTER_KEY,
    allowAddresses: env.MKT_ALLOW_ADDRESSES,
    egress: env.MKT_EGRESS,
    retrySchedule: env.MKT_RETRY_SCHEDULE,
    keyTtlSeconds: env.MKT_KEY_TTL,
    bootstrapPassword: env.MKT_BOOTSTRAP_PASSWORD,
    signUp: env.MKT_SIGN_UP,
    advisoryGate: env.MKT_ADVISORY_GATE,
    pricingDays: env.MKT_PRICING_DAYS,
    deliveriesAtOnce: env.MKT_DELIVERIES_AT_ONCE,
    dnsServers: env.MKT_DNS_SERVERS,
    smtpUrl: env.MKT_SMTP_URL,
    mailFrom: env.MKT_MAIL_FROM,
    auditSyslog: env.MKT_AUDIT_SYSLOG,
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
  ] as const
  return parts
    .filter(({ role, url, port }) => !env.MKT_ROLES.includes(role) && url === undefined && port === 0)
    .map(({ role, name }) => `  ${name}: Needed, because this process has not the role ${role} and its port is 0.`)
}

/** Whether only this machine reaches what listens on the address. */
export function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.')
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
      ? [...homelessParts(parsed.data), ...weakPassword(parsed.data)]
      : parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)),
  ]
  if (!parsed.success || problems.length > 0) {
    throw new ConfigError(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.join('\n')}`,
    )
  }
  return shape(parsed.data, args.includes('--empty'))
}
