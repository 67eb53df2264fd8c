import type { Language } from '../app/app-language.ts'

/** What is known of this machine and of the platform, before anybody judges it. */
export interface Facts {
  /** Such as `v24.1.0`. */
  node: string
  /** Such as `linux` and `x64`. */
  system: { platform: string; arch: string }
  /** What builds from a Dockerfile here. */
  buildTool: string | undefined
  url: string
  /** How the platform answered; a sentence where it did not. */
  platform: { answered: true; ready: boolean; tookMs: number; clockSkewMs: number | undefined } | { problem: string }
  /** Who the key or the session belongs to. */
  access: { organization: string; by: string } | { problem: string; fix: string }
  /** The application of the folder, where there is one. */
  app: { name: string; language: Language | undefined; problems: number; missing: readonly string[] } | undefined
}

export interface Diagnosis {
  check: string
  result: 'ok' | 'note' | 'wrong'
  detail: string
  fix: string | null
}

const SKEW_MS = 30_000
const NODE = [22, 13] as const

/** Judges the facts: what is wrong must be fixed, a note only narrows what can be done here. */
export function diagnose(facts: Facts): Diagnosis[] {
  return [
    nodeOf(facts),
    systemOf(facts),
    buildToolOf(facts),
    ...platformOf(facts),
    accessOf(facts),
    ...(facts.app === undefined ? [] : [appOf(facts.app, facts.access)]),
  ]
}

function nodeOf({ node }: Facts): Diagnosis {
  const [major = 0, minor = 0] = node.slice(1).split('.').map(Number)
  const enough = major > NODE[0] || (major === NODE[0] && minor >= NODE[1])
  if (enough) return { check: 'Node', result: 'ok', detail: node, fix: null }
  return {
    check: 'Node',
    result: 'wrong',
    detail: `${node} is too old`,
    fix: `Install Node ${NODE.join('.')} or newer.`,
  }
}

function systemOf({ system: { platform, arch } }: Facts): Diagnosis {
  const detail = `${platform} ${arch}`
  if (platform === 'linux' && arch === 'x64') return { check: 'system', result: 'ok', detail, fix: null }
  const fix =
    platform === 'win32'
      ? 'Use the Windows Subsystem for Linux: mkt does not run on Windows itself.'
      : 'Images are built for Linux on amd64: Go here too, Node with libraries of that architecture (dpkg --add-architecture amd64, then libc6:amd64 and libstdc++6:amd64), others from a Dockerfile. "mkt dev --image" and the try before a deploy need such a machine.'
  return { check: 'system', result: platform === 'win32' ? 'wrong' : 'note', detail, fix }
}

function buildToolOf({ buildTool }: Facts): Diagnosis {
  if (buildTool !== undefined) return { check: 'Dockerfile', result: 'ok', detail: `built by ${buildTool}`, fix: null }
  const fix = 'Node, Python, Java and Go need none. For another language start Docker, or install buildah.'
  return { check: 'Dockerfile', result: 'note', detail: 'nothing here builds one', fix }
}

function platformOf({ platform, url }: Facts): Diagnosis[] {
  if ('problem' in platform) {
    const fix = 'Check the address (--url, MKT_URL or "mkt login"), and that a proxy or firewall lets it through.'
    return [{ check: 'platform', result: 'wrong', detail: platform.problem, fix }]
  }
  const { ready, tookMs, clockSkewMs } = platform
  const detail = `${url} answers in ${tookMs} ms`
  const answers: Diagnosis = ready
    ? { check: 'platform', result: 'ok', detail, fix: null }
    : { check: 'platform', result: 'note', detail: `${detail} and is not ready`, fix: 'Its operator can see why.' }
  if (clockSkewMs === undefined) return [answers]
  const seconds = Math.round(Math.abs(clockSkewMs) / 1000)
  if (Math.abs(clockSkewMs) <= SKEW_MS)
    return [answers, { check: 'clock', result: 'ok', detail: `${seconds} s from the platform's`, fix: null }]
  const skewed = `${seconds} s ${clockSkewMs > 0 ? 'ahead of' : 'behind'} the platform's`
  const fix = 'Set the clock of this machine: tokens and signatures are bound to it.'
  return [answers, { check: 'clock', result: 'wrong', detail: skewed, fix }]
}

function accessOf({ access }: Facts): Diagnosis {
  if ('problem' in access) return { check: 'key', result: 'wrong', detail: access.problem, fix: access.fix }
  return { check: 'key', result: 'ok', detail: `${access.organization}, by ${access.by}`, fix: null }
}

function appOf(app: NonNullable<Facts['app']>, access: Facts['access']): Diagnosis {
  const { name, language, problems, missing } = app
  const wrong = (detail: string, fix: string): Diagnosis => ({ check: 'app', result: 'wrong', detail, fix })
  if (problems > 0) return wrong(`${name}: its manifest has problems`, 'Run "mkt validate".')
  const [first] = missing
  if (first !== undefined) return { check: 'app', result: 'note', detail: `${name}: ${first}`, fix: null }
  const organization = name.split('/')[0]
  if ('organization' in access && access.organization !== organization)
    return wrong(
      `${name} belongs to ${organization}, and the key to ${access.organization}`,
      'Log in with a key of that organization, or change "name".',
    )
  return { check: 'app', result: 'ok', detail: `${name}, ${language ?? 'by its Dockerfile'}`, fix: null }
}
