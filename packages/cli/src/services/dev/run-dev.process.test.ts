import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync, renameSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join, resolve } from 'node:path'
import type { RaterAnswer } from '@mkt/contract/app'
import { afterEach, describe, expect, it } from 'vitest'
import { copyExample } from '../../testing/copy-example.ts'
import { startMkt } from '../../testing/run-mkt.ts'
import type { Firing } from '../event/sample-payloads.ts'
import type { DevCall } from './call-log.ts'
import { type Dev, runDev } from './run-dev.ts'

const _root = resolve(import.meta.dirname, '../../../../..')
const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

function copyOf(example: string): string {
  const { dir, remove } = copyExample(example)
  closing.push(remove)
  return dir
}

interface Printed {
  lines: string[]
  /** Resolves when a line that matches is or was printed. */
  line(pattern: RegExp): Promise<string>
}

async function start(dir: string): Promise<{ dev: Dev; printed: Printed }> {
  const lines: string[] = []
  const waiting: { pattern: RegExp; resolve: (line: string) => void }[] = []
  const print = (line: string) => {
    lines.push(line)
    for (const { pattern, resolve } of waiting) if (pattern.test(line)) resolve(line)
  }
  const dev = await runDev({ dir, port: 0, print })
  closing.push(() => dev.close())
  const line = (pattern: RegExp) => {
    const found = lines.find((each) => pattern.test(each))
    return found ? Promise.resolve(found) : new Promise<string>((resolve) => waiting.push({ pattern, resolve }))
  }
  return { dev, printed: { lines, line } }
}

/** The processes that work in a folder. */
const runningIn = (dir: string) =>
  readdirSync('/proc').filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === dir
    } catch {
      return false
    }
  })

const post = (url: string, body: unknown) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

interface Facts {
  policySystem: string
  tenant: string
  firings: Firing[]
}

const factsOf = async (dev: Dev) => (await (await fetch(`${dev.url}/_dev/facts`)).json()) as Facts

describe('mkt dev', () => {
  it('runs an autofill application with guessed mappings, records its calls and replays them on changed code', async () => {
    const dir = copyOf('vin-autofill')
    const { dev, printed } = await start(dir)
    expect(printed.lines.join('\n')).toContain('healthy at')
    // The page brings its letters along: a laptop may be without a network.
    for (const part of ['', 'tokens.css', 'inter/wght.css', 'inter/files/inter-latin-wght-normal.woff2'])
      expect((await fetch(`${dev.url}/_dev/${part}`)).status, part).toBe(200)
    const configuration = JSON.parse(readFileSync(join(dir, '.mkt/dev.json'), 'utf8'))
    expect(configuration.mappings[0]).toMatchObject({ productName: 'personal-auto' })

    const { firings } = await factsOf(dev)
    const firing = firings.find(({ title }) => title === 'autofill newBusiness.create')
    const fired = (await (await post(`${dev.url}/_dev/fire`, firing)).json()) as DevCall
    expect(fired).toMatchObject({ kind: 'autofill', status: 200, stateReads: 1 })
    expect(fired.answer).toContain('Honda')

    const source = join(dir, 'src/makers.ts')
    writeFileSync(source, readFileSync(source, 'utf8').replaceAll("'Honda'", "'Changed'"))
    await printed.line(/^healthy again/)
    const replayed = (await (await post(`${dev.url}/_dev/replay/${fired.id}`, {})).json()) as DevCall
    expect(replayed.replayOf).toBe(fired.id)
    expect(replayed.answer).toContain('Changed')
  })

  it('takes a plain JSON POST on the path of the application, and new settings from the file at once', async () => {
    const dir = copyOf('rater')
    const { dev } = await start(dir)
    const { firings } = await factsOf(dev)
    const payload = firings.find(({ title }) => title === 'rater table-rater')?.payload
    const premium = async () => {
      const answer = (await (await post(`${dev.url}/rate`, payload)).json()) as RaterAnswer
      return answer.pricedPerilCharacteristics['bodily_injury-1']?.yearlyPremium
    }
    expect(await premium()).toBe('320.00')
    const file = join(dir, '.mkt/dev.json')
    const configuration = JSON.parse(readFileSync(file, 'utf8'))
    configuration.settings.rates = 'peril,amount\n*,77'
    writeFileSync(file, JSON.stringify(configuration))
    expect(await premium()).toBe('77.00')
  })

  it('lets the simulated tenant call the application: a policy is issued and heard of', async () => {
    const { dev, printed } = await start(copyOf('minimal'))
    const { policySystem, tenant } = await factsOf(dev)
    const scenario = { tenant, name: 'issue-policies', count: 1 }
    expect((await post(`${policySystem}/_sim/scenarios`, scenario)).status).toBe(202)
    expect(await printed.line(/^app: policy \d+ was issued/)).toContain(tenant)
    expect(await printed.line(/^webhook POST \/events → 204/)).toBeTruthy()
  })

  it('hears of files that an editor replaces, more than once', async () => {
    const dir = copyOf('minimal')
    const { printed } = await start(dir)
    const file = join(dir, 'src/main.ts')
    for (const time of [1, 2]) {
      writeFileSync(`${file}.new`, `${readFileSync(file, 'utf8')}\nconsole.log('replaced ${time}')\n`)
      renameSync(`${file}.new`, file)
      await printed.line(new RegExp(`app: replaced ${time}`))
    }
  })

  it('prints what it starts, with its environment, programs and variables, and starts it again after a crash', async () => {
    const dir = copyOf('minimal')
    const pack = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'))
    pack.scripts.start = 'MODE=live node src/main.ts && echo never'
    writeFileSync(join(dir, 'package.json'), JSON.stringify(pack))
    writeFileSync(join(dir, '.env'), 'PARTNER=acme\n')
    const main = join(dir, 'src/main.ts')
    const more = `console.log(process.env.MODE, process.env.PARTNER)\nprocess.on('SIGUSR2', () => process.exit(3))\nconsole.log('pid', process.pid)\n`
    writeFileSync(main, more + readFileSync(main, 'utf8'))
    const { printed } = await start(dir)
    expect(printed.lines).toContain('starts: MODE=live node src/main.ts && echo never (the start script)')
    await printed.line(/^app: live acme/)
    const pid = Number(/pid (\d+)/.exec(await printed.line(/^app: pid/))?.[1])
    process.kill(pid, 'SIGUSR2')
    await printed.line(/^crashed: it ended with exit code 3; started again in 1 s/)
    await printed.line(/^healthy again/)
  })

  it('a start that builds does not restart itself over and over', async () => {
    const dir = copyOf('minimal')
    const file = join(dir, 'package.json')
    const { scripts, ...rest } = JSON.parse(readFileSync(file, 'utf8'))
    const build = `node -e "fs.cpSync('src', 'dist', { recursive: true })"`
    const line = 'npm run build && node dist/main.ts'
    writeFileSync(file, JSON.stringify({ ...rest, scripts: { ...scripts, build, start: line } }))
    const { printed } = await start(dir)
    await printed.line(/^healthy again/)
    const main = readFileSync(join(dir, 'src/main.ts'), 'utf8')
    for (const mark of ['first', 'second']) {
      writeFileSync(join(dir, 'src/main.ts'), `${main}\nconsole.log('the ${mark} edit')\n`)
      await printed.line(new RegExp(`the ${mark} edit`))
    }
    expect(printed.lines.filter((line) => /^changed: dist/.test(line))).toHaveLength(1)
  })

  it('says what is missing instead of a stack trace alone', async () => {
    const dir = copyOf('minimal')
    const pack = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'))
    const scripts = { start: 'node dist/main.js', build: 'tsc', dev: 'tsx src/main.ts' }
    writeFileSync(join(dir, 'package.json'), JSON.stringify({ ...pack, scripts, dependencies: { 'not-there': '1' } }))
    const { printed } = await start(dir)
    expect(printed.lines).toContain(`missing: not installed: not-there; run "npm install" in ${dir}`)
    expect(printed.lines).toContain(
      'missing: dist/main.js, which the start script names, is not there; run "npm run build" first, or develop with --command "npm run dev"',
    )
  })

  it('says that its port is taken, and leaves nothing running', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    closing.push(() => void taken.close())
    const dir = copyOf('minimal')
    const { port } = taken.address() as AddressInfo
    await expect(runDev({ dir, port, print: () => {} })).rejects.toMatchObject({ code: 'EADDRINUSE', port })
    await expect.poll(() => runningIn(dir)).toEqual([])
  })

  it('takes the application along when it is killed, with all that it started and though it will not hear', async () => {
    const dir = copyOf('minimal')
    const main = join(dir, 'src/main.ts')
    const stubborn = `import { spawn } from 'node:child_process'\nspawn('sleep', ['300'])\nprocess.on('SIGTERM', () => {})\n`
    writeFileSync(main, stubborn + readFileSync(main, 'utf8'))
    const { child, ended } = startMkt(['dev', dir, '--port', '0'], { cwd: dir, env: {} })
    closing.push(() => void child.kill('SIGKILL'))
    await new Promise<void>((resolve) => {
      child.stderr?.on('data', (chunk) => String(chunk).includes('healthy at') && resolve())
    })
    expect(runningIn(dir).length).toBeGreaterThan(2)
    child.kill('SIGKILL')
    await ended
    await expect.poll(() => runningIn(dir)).toEqual([])
  })

  it('shows an application that cannot start, and a page of another site gets nothing', async () => {
    const dir = copyOf('minimal')
    writeFileSync(join(dir, 'src/main.ts'), 'throw new Error("broken on purpose")')
    const { dev, printed } = await start(dir)
    await Promise.all([printed.line(/broken on purpose/), printed.line(/^not healthy/)])
    expect((await post(`${dev.url}/events`, {})).status).toBe(503)
    for (const headers of [{ 'sec-fetch-site': 'same-site' }, { origin: 'http://evil.test' }])
      expect((await fetch(`${dev.url}/_dev/calls`, { headers })).status).toBe(403)
  })
})
