import { describe, expect, it } from 'vitest'
import { planPort } from './plan-port.ts'

const manifest = `{
  "name": "acme/rater",
  "version": "1.0.0",
  "app": { "fields": [{ "name": "mode", "title": "Mode", "type": "select", "values": [{ "text": "A", "value": "a" }] }] },
  "vendor": { "externalRaters": [{ "name": "rater", "path": "/rate" }] }
}
`
const server = `const app = express()
app.get('/health', (req, res) => res.sendStatus(200))
app.post('/rate', async (req, res) => {
  const state = await fetch(process.env.ACM_STATE_API + '/state/' + req.headers['X-Acm-Key'])
  const { vendorApiUrl } = await state.json()
  res.json({ vendorApiUrl })
})
app.listen(process.env.ACM_PORT ?? 8080)
`
const files = (changed: Record<string, string> = {}) =>
  new Map(
    Object.entries({
      'vendor-app.json': manifest,
      'server.js': server,
      Dockerfile: 'FROM node:24\nCOPY vendor-app.json /\nENV ACM_PORT=80\n',
      'notes.txt': 'ACM_PORTS and X_PORT stay',
      ...changed,
    }),
  )

describe('mkt port', () => {
  it('renames file, section, variables, header and state field, and nothing else', () => {
    const { names, changes, notes } = planPort(files())
    expect(names).toEqual({ manifest: 'vendor-app.json', prefix: 'ACM', prefixes: ['ACM'], section: 'vendor' })
    const after = Object.fromEntries(changes.map((change) => [change.to, change.after]))
    expect(Object.keys(after).sort()).toEqual(['Dockerfile', 'platform-app.json', 'server.js'])
    expect(after['platform-app.json']).toContain('"platform": { "externalRaters"')
    expect(after['platform-app.json']).toContain('"type": "Select"')
    expect(after['server.js']).toContain("process.env.MKT_STATE_API + '/state/' + req.headers['x-mkt-key']")
    expect(after['server.js']).toContain('platformApiUrl')
    expect(after['server.js']).toContain('process.env.MKT_PORT')
    expect(after.Dockerfile).toBe('FROM node:24\nCOPY platform-app.json /\nENV MKT_PORT=80\n')
    expect(notes).toEqual([])
  })

  it('changes nothing of what it has ported', () => {
    const ported = new Map(planPort(files()).changes.map(({ to, after }) => [to, after]))
    expect(planPort(ported)).toMatchObject({ changes: [], notes: [] })
  })

  it('reports a missing /health, handlers that never answer, and what the manifest gets wrong', () => {
    const silent = `app.post('/rate', async (req, res) => { if (req.body) { console.log(process.env.ACM_STATE_API) } })
app.listen(process.env.ACM_PORT)`
    const { notes } = planPort(files({ 'server.js': silent, 'vendor-app.json': manifest.replace('1.0.0', '1.0') }))
    expect(notes).toEqual([
      expect.stringMatching(/^Nothing answers GET \/health/),
      expect.stringMatching(/^server\.js: the handler of \/rate never answers/),
      expect.stringContaining('manifest.version.invalid'),
    ])
  })

  it('renames variables and headers whose prefix has several words', () => {
    const text = server.replaceAll('ACM_', 'ACME_APP_').replace('X-Acm-Key', 'X-Acme-App-Key')
    const { changes, notes } = planPort(files({ 'server.js': text, Dockerfile: '' }))
    const after = changes.find(({ to }) => to === 'server.js')?.after
    expect(after).toContain("process.env.MKT_STATE_API + '/state/' + req.headers['x-mkt-key']")
    expect(after).toContain('process.env.MKT_PORT')
    expect(notes).toEqual([])
  })

  it('says that it found several prefixes, and renames none of them', () => {
    const text = `${server}fetch(process.env.OTHER_STATE_API)`
    const { changes, notes } = planPort(files({ 'server.js': text }))
    expect(changes.find(({ to }) => to === 'server.js')?.after).toContain('ACM_STATE_API')
    expect(notes).toEqual([
      expect.stringContaining('(ACM_STATE_API, OTHER_STATE_API)'),
      expect.stringContaining('MKT_PORT'),
    ])
  })

  it('says what it did not find', () => {
    expect(planPort(new Map([['main.py', 'print(1)']]))).toMatchObject({
      changes: [],
      notes: [
        expect.stringContaining('No manifest'),
        expect.stringContaining('MKT_STATE_API'),
        expect.stringContaining('MKT_PORT'),
        expect.stringContaining('/health'),
      ],
    })
  })
})
