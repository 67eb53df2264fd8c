import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { RunningPlatform } from './platform.ts'

const tool = resolve(import.meta.dirname, '../../packages/cli/src/main.ts')

const manifest = (name: string, further: object) => ({
  name,
  version: '0.0.0',
  // It starts while other suites keep the machine busy: the larger share saves seconds each time.
  performancePlan: 'Increased',
  app: {
    fields: [
      {
        name: 'region',
        title: 'Region',
        type: 'Select',
        required: true,
        values: [
          { text: 'Europe', value: 'eu' },
          { text: 'North America', value: 'na' },
        ],
      },
      { name: 'sender', title: 'Sender address', type: 'Text', hint: 'Who the mail comes from.' },
      { name: 'apiKey', title: 'Registry key', type: 'Password', required: true },
      { name: 'phrase', title: 'Pass phrase', type: 'Text', sensitive: true },
    ],
  },
  platform: {
    fields: [{ name: 'vin', title: 'VIN', required: true }],
    webhooks: [{ path: '/events', events: ['policy.issue'] }],
    lifecycle: ['install', 'uninstall'],
    ...further,
  },
})

/**
 * Answers each event with what it read from its state; of the secret only a fingerprint. `/key` tells the key of the request, and `/tell`
 * the secret itself, as a careless application would. `/fill` fills one field. Without its state it answers 503.
 */
const program = `
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'

const fingerprint = (text) => createHash('sha256').update(text ?? '').digest('hex').slice(0, 12)

const settingsOf = async (request) => {
  const state = await fetch(process.env.MKT_STATE_API + '/state/' + request.headers['x-mkt-key'])
  if (!state.ok) throw new Error('no state: ' + state.status)
  return (await state.json()).settings
}

async function answer(request, response) {
  if (request.url === '/key') return response.writeHead(200).end(request.headers['x-mkt-key'])
  if (request.url === '/tell') {
    let heard = ''
    for await (const part of request) heard += part
    const settings = await settingsOf(request)
    return response.writeHead(200).end(JSON.stringify({ heard, secret: settings.apiKey }))
  }
  if (request.url === '/fill') {
    for await (const _ of request);
    return response.writeHead(200).end(JSON.stringify({ fieldValues: { channel: ['Broker'] } }))
  }
  if (request.url !== '/events') return response.writeHead(200).end('ok')
  for await (const _ of request);
  const settings = await settingsOf(request)
  console.log('handled an event for the region', settings.region)
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ region: settings.region, key: fingerprint(settings.apiKey) }))
}

createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.log('failed:', error.message, error.cause?.message)
    response.writeHead(503).end()
  })
}).listen(Number(process.env.MKT_PORT ?? 8080), '0.0.0.0')
`

/** Deploys a small application with the real tool, as a publisher would from a terminal. */
export async function deploySampleApp(
  platform: Pick<RunningPlatform, 'apiUrl'> & { publisher: { clientId: string; apiKey: string } },
  name: string,
  /** What its manifest has besides, under `platform`. */
  further: object = {},
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-app-'))
  try {
    writeFileSync(join(folder, 'platform-app.json'), JSON.stringify(manifest(name, further), null, 2))
    writeFileSync(join(folder, 'package.json'), '{ "name": "sample", "type": "module", "main": "main.js" }')
    writeFileSync(join(folder, 'main.js'), program)
    writeFileSync(join(folder, 'Dockerfile'), 'FROM scratch\n')
    const env = {
      ...process.env,
      MKT_URL: platform.apiUrl,
      MKT_CLIENT_ID: platform.publisher.clientId,
      MKT_API_KEY: platform.publisher.apiKey,
      HOME: folder,
      // The layer with Node in it is built once for all tests.
      XDG_CACHE_HOME: process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
    }
    await promisify(execFile)(process.execPath, [tool, 'deploy', folder, '--builder', 'node', '--json'], { env })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
