import { createHash, createHmac } from 'node:crypto'
import type { S3Credentials } from './s3-credentials.ts'

const ALGORITHM = 'AWS4-HMAC-SHA256'
/** The payload hash of addresses that are signed for somebody else. */
const UNSIGNED = 'UNSIGNED-PAYLOAD'

export interface Signing {
  method: string
  url: URL
  region: string
  credentials: S3Credentials
  now: Date
}

export const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The headers of a request with those that sign it by Signature Version 4; the body is covered by its hash. */
export function signRequest(
  input: Signing & { headers: Readonly<Record<string, string>>; payloadHash: string },
): Record<string, string> {
  const { method, url, credentials, now } = input
  const headers: Record<string, string> = {
    ...input.headers,
    host: url.host,
    'x-amz-content-sha256': input.payloadHash,
    'x-amz-date': stampOf(now),
    ...(credentials.sessionToken === undefined ? {} : { 'x-amz-security-token': credentials.sessionToken.reveal() }),
  }
  const names = Object.keys(headers).sort()
  const lines = names.map((name) => `${name}:${headers[name]?.trim().replace(/ +/g, ' ')}\n`).join('')
  const query = queryOf([...url.searchParams])
  const request = [method, pathOf(url), query, lines, names.join(';'), input.payloadHash].join('\n')
  const authorization = `${ALGORITHM} Credential=${credentials.accessKeyId}/${scopeOf(input)}, SignedHeaders=${names.join(';')}, Signature=${signatureOf(input, request)}`
  return { ...headers, authorization }
}

/** An address that anybody may use with this method for this number of seconds. */
export function presignUrl(input: Signing & { seconds: number }): string {
  const { method, url, credentials, now } = input
  const query = queryOf([
    ...url.searchParams,
    ['X-Amz-Algorithm', ALGORITHM],
    ['X-Amz-Credential', `${credentials.accessKeyId}/${scopeOf(input)}`],
    ['X-Amz-Date', stampOf(now)],
    ['X-Amz-Expires', String(input.seconds)],
    ...(credentials.sessionToken === undefined
      ? []
      : [['X-Amz-Security-Token', credentials.sessionToken.reveal()] as [string, string]]),
    ['X-Amz-SignedHeaders', 'host'],
  ])
  const request = [method, pathOf(url), query, `host:${url.host}\n`, 'host', UNSIGNED].join('\n')
  return `${url.origin}${pathOf(url)}?${query}&X-Amz-Signature=${signatureOf(input, request)}`
}

function signatureOf(input: Signing, request: string): string {
  const { credentials, now, region } = input
  const text = [ALGORITHM, stampOf(now), scopeOf(input), sha256(request)].join('\n')
  const steps = [dayOf(now), region, 's3', 'aws4_request']
  const start = Buffer.from(`AWS4${credentials.secretAccessKey.reveal()}`)
  const key = steps.reduce((former: Buffer, step) => createHmac('sha256', former).update(step).digest(), start)
  return createHmac('sha256', key).update(text).digest('hex')
}

function scopeOf({ now, region }: Signing): string {
  return `${dayOf(now)}/${region}/s3/aws4_request`
}

/** `20130524T000000Z` */
function stampOf(now: Date): string {
  return now.toISOString().replace(/[-:]|\.\d+/g, '')
}

function dayOf(now: Date): string {
  return stampOf(now).slice(0, 8)
}

function pathOf(url: URL): string {
  return url.pathname
    .split('/')
    .map((part) => encoded(decodeURIComponent(part)))
    .join('/')
}

function queryOf(pairs: [string, string][]): string {
  return pairs
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')
}

/** Signatures leave fewer characters as they are than addresses do. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}
