/** What the self-check found out about one thing. */
export interface Finding {
  check: string
  state: 'ok' | 'warning' | 'failed'
  detail: string
  /** What to do; empty where all is well. */
  remedy: string
}

export const fine = (check: string, detail: string): Finding => ({ check, state: 'ok', detail, remedy: '' })
export const doubtful = (check: string, detail: string, remedy: string): Finding => ({
  check,
  state: 'warning',
  detail,
  remedy,
})
export const broken = (check: string, detail: string, remedy: string): Finding => ({
  check,
  state: 'failed',
  detail,
  remedy,
})

export interface DatabaseFacts {
  version: number
  settings: Readonly<Record<string, string>>
  connections: number
  tls: boolean
  now: Date
  /** Ids of the master keys that data keys are wrapped with. */
  masterKeys: readonly string[]
}

const OLDEST_VERSION = 150_000
const DURABLE = ['fsync', 'full_page_writes', 'synchronous_commit'] as const

/** Whether PostgreSQL keeps what it acknowledged, has room for connections, and is reached safely. */
export function judgeDatabase(facts: DatabaseFacts, remote: boolean): Finding[] {
  const { version, settings, connections, tls } = facts
  const findings: Finding[] = []
  const major = Math.floor(version / 10_000)
  findings.push(
    version < OLDEST_VERSION
      ? broken('database version', `PostgreSQL ${major} is too old.`, 'Upgrade to PostgreSQL 15 or newer.')
      : fine('database version', `PostgreSQL ${major}`),
  )
  const off = DURABLE.filter((name) => settings[name] === 'off')
  findings.push(
    off.length > 0
      ? broken(
          'database durability',
          `${off.join(', ')} is off: acknowledged events can be lost when the server crashes.`,
          `Set ${off.map((name) => `${name} = on`).join(', ')} in postgresql.conf.`,
        )
      : fine('database durability', 'What is acknowledged is on the disk.'),
  )
  const most = Number(settings.max_connections)
  const used = `${connections} of ${most} connections are used.`
  findings.push(
    connections > most * 0.8
      ? doubtful('database connections', used, 'Raise max_connections, or run fewer processes.')
      : fine('database connections', used),
  )
  if (settings.server_encoding !== 'UTF8')
    findings.push(
      broken(
        'database encoding',
        `The database is encoded in ${settings.server_encoding}.`,
        'Make a database with the encoding UTF8 and move the data there.',
      ),
    )
  if (remote && !tls)
    findings.push(
      doubtful(
        'database encryption',
        'The connection to the database is not encrypted.',
        'Turn on ssl in PostgreSQL and add sslmode=verify-full to DATABASE_URL.',
      ),
    )
  return findings
}

export function judgeClock(database: Date, here: Date): Finding {
  const seconds = Math.abs(database.getTime() - here.getTime()) / 1000
  const detail = `This machine and the database differ by ${seconds.toFixed(1)} s.`
  const remedy = 'Synchronize both clocks, for example with chrony.'
  if (seconds > 30) return broken('clock', detail, remedy)
  return seconds > 2 ? doubtful('clock', detail, remedy) : fine('clock', detail)
}

export function judgeDisk(free: number, size: number): Finding {
  const share = size === 0 ? 0 : free / size
  const detail = `${(free / 1024 ** 3).toFixed(1)} GB (${Math.round(share * 100)} %) of the data folder's disk are free.`
  const remedy = 'Enlarge the disk, or let MKT_DATA_DIR name a folder on a larger one.'
  if (share < 0.02) return broken('disk', detail, remedy)
  return share < 0.1 ? doubtful('disk', detail, remedy) : fine('disk', detail)
}

/** Whether every data key can be opened with the master keys that are configured. */
export function judgeMasterKeys(used: readonly string[], known: readonly string[]): Finding {
  const lost = used.filter((id) => !known.includes(id))
  if (lost.length === 0) return fine('master key', 'Every data key can be opened.')
  return broken(
    'master key',
    `Data keys are wrapped with ${lost.join(', ')}, which is not configured: their secrets cannot be read.`,
    'Add that key to MKT_MASTER_KEY, behind the newest one.',
  )
}

const SOON_DAYS = 21

export function judgeCertificate(check: string, endsAt: Date, now: Date): Finding {
  const days = Math.floor((endsAt.getTime() - now.getTime()) / 86_400_000)
  const detail = `The certificate is valid for ${days} more days.`
  const remedy = 'Renew the certificate at the proxy that terminates TLS.'
  return days < SOON_DAYS ? doubtful(check, detail, remedy) : fine(check, detail)
}

export interface EngineFacts {
  engine: string
  missing: readonly { reason: string }[]
  egress?: string
  problems: readonly string[]
  refusal: string | null
}

export function judgeEngine(fact: EngineFacts | undefined, mode: 'enforce' | 'report' | 'open'): Finding[] {
  if (fact === undefined)
    return [
      doubtful('engine', 'No worker has opened an engine yet.', 'Start a process with the role worker and look again.'),
    ]
  const reasons = fact.missing.map(({ reason }) => reason).join('; ')
  const isolation =
    fact.refusal !== null
      ? broken('engine isolation', fact.refusal, 'Give the worker what is missing, or use another engine (MKT_ENGINE).')
      : reasons !== ''
        ? doubtful(
            'engine isolation',
            `${fact.engine}: ${reasons}.`,
            'Run only applications of publishers you trust, or give the worker what is missing.',
          )
        : fine('engine isolation', `${fact.engine} isolates applications fully.`)
  const problems = fact.problems.map((problem) =>
    broken('engine', problem, 'Set the named address to one that containers reach.'),
  )
  return [isolation, ...problems, judgeEgress(fact, mode)]
}

function judgeEgress(fact: EngineFacts, mode: 'enforce' | 'report' | 'open'): Finding {
  if (mode !== 'enforce')
    return doubtful(
      'egress',
      `MKT_EGRESS is ${mode}: applications reach hosts that they did not declare.`,
      'Set MKT_EGRESS=enforce once every manifest declares its hosts.',
    )
  if (fact.egress !== undefined)
    return broken(
      'egress',
      `Declared egress cannot be enforced: ${fact.egress}.`,
      'Install what is missing on the worker, or use another engine.',
    )
  return fine('egress', 'Applications reach only what they declare.')
}

const signs = { ok: '✓', warning: '!', failed: '✗' } as const

/** The findings as lines for a person, the worst last so that they stand above the prompt. */
export function findingLines(findings: readonly Finding[]): string[] {
  const order = { ok: 0, warning: 1, failed: 2 } as const
  return [...findings]
    .sort((a, b) => order[a.state] - order[b.state])
    .flatMap(({ check, state, detail, remedy }) => [
      `${signs[state]} ${check}: ${detail}`,
      ...(remedy === '' ? [] : [`    ${remedy}`]),
    ])
}
