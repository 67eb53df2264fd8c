/**
 * Variables whose values may be shown to somebody who helps. Every other one is named as set, so that a new variable is a secret until
 * somebody decided otherwise.
 */
const shown: ReadonlySet<string> = new Set([
  'NODE_ENV',
  'MKT_DATA_DIR',
  'MKT_BLOBS',
  'MKT_BLOBS_REGION',
  'MKT_BLOBS_PATH_STYLE',
  'MKT_BLOBS_REDIRECT_SECONDS',
  'MKT_BIND',
  'MKT_ROLES',
  'MKT_PROCESSES',
  'MKT_DRAIN_SECONDS',
  'MKT_API_PORT',
  'MKT_GATEWAY_PORT',
  'MKT_STATE_PORT',
  'MKT_RELAY_PORT',
  'MKT_OTLP_PORT',
  'MKT_WORKER_PORT',
  'MKT_SIMULATOR_PORT',
  'MKT_PUBLIC_URL',
  'MKT_GATEWAY_URL',
  'MKT_STATE_URL',
  'MKT_RELAY_URL',
  'MKT_OTLP_URL',
  'MKT_GATEWAY_DOMAIN',
  'MKT_TRUSTED_PROXIES',
  'MKT_ENGINE',
  'MKT_KUBERNETES_CALLERS',
  'MKT_KUBERNETES_POLICIES',
  'MKT_KUBERNETES_TRIAL_IMAGE',
  'MKT_KUBERNETES_QUOTA',
  'MKT_KUBERNETES_PRIORITY_CLASS',
  'MKT_SANDBOX_DELEGATED',
  'MKT_SANDBOX_TRUSTED',
  'MKT_ALLOW_ADDRESSES',
  'MKT_EGRESS',
  'MKT_RETRY_SCHEDULE',
  'MKT_ADVISORY_GATE',
  'MKT_KEY_TTL',
  'MKT_DEMO',
  'MKT_SIGN_UP',
  'MKT_PRICING_DAYS',
  'MKT_AUDIT_DAYS',
  'MKT_KEPT_DAYS',
  'MKT_PAYLOAD_DAYS',
  'MKT_ROUTE_CALLS',
  'MKT_APP_CALLS',
  'MKT_DNS_SERVERS',
  'MKT_LOG_LEVEL',
])

/** The variables of this platform that are set: values that may be shown, and the names of the others. */
export function shownConfiguration(
  env: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): Record<string, string> {
  const set = known.filter((name) => env[name] !== undefined && env[name] !== '')
  return Object.fromEntries(set.map((name) => [name, shown.has(name) ? (env[name] ?? '') : '[set]']))
}

const SHORTEST = 6

/** The values that must not leave: those of variables that are not shown, and the passwords inside addresses. */
export function secretsIn(env: Readonly<Record<string, string | undefined>>): string[] {
  const values = Object.entries(env)
    .filter(([name, value]) => value !== undefined && isSecretName(name) && !shown.has(name))
    .flatMap(([, value = '']) => [value, ...value.split(','), ...passwordsIn(value)])
  return [...new Set(values)].filter((value) => value.length >= SHORTEST).sort((a, b) => b.length - a.length)
}

function isSecretName(name: string): boolean {
  return (
    name.startsWith('MKT_') ||
    /(URL|KEY|SECRET|TOKEN|PASSWORD|PASSPHRASE|CREDENTIALS?|HEADERS|ENDPOINT)(_|$)/.test(name)
  )
}

function passwordsIn(value: string): string[] {
  // Not by URL: addresses of PostgreSQL with several hosts or none are no URLs.
  const password = /^[a-z]+:\/\/[^/@]*?:([^/]*)@/i.exec(value)?.[1]
  if (password === undefined) return []
  return [
    password,
    password.replaceAll(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16))),
  ]
}

/** The last line of defence: takes every known secret out of a text, whatever brought it there. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text)
}
