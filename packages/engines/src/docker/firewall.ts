import { execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'
import type { FirewallPlan } from './firewall-plan.ts'

const run = promisify(execFile)
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** Whether this process may set rules where the daemon runs: same machine, and the daemon's own chain is visible. */
export async function canFirewall(): Promise<boolean> {
  try {
    await iptables('-S', 'DOCKER-USER')
    return true
  } catch {
    return false
  }
}

/** One change at a time: two that both find a jump missing would both add it. */
let changing: Promise<unknown> = Promise.resolve()

export function applyFirewall(plan: FirewallPlan): Promise<void> {
  return next(async () => {
    await restore(plan.restore)
    for (const { chain, rule } of plan.jumps) {
      await iptables('-C', chain, ...rule).catch(() => iptables('-I', chain, '1', ...rule))
    }
  })
}

/** Takes the rules away again, a jump that two platforms added at once included; what is gone already is fine. */
export function removeFirewall(plan: FirewallPlan): Promise<void> {
  return next(async () => {
    for (const { chain, rule } of plan.jumps) while (await succeeds('-D', chain, ...rule));
    for (const { rule } of plan.jumps) {
      const own = rule.at(-1) ?? ''
      await succeeds('-F', own)
      await succeeds('-X', own)
    }
  })
}

function next(change: () => Promise<void>): Promise<void> {
  const done = changing.then(change)
  changing = done.catch(() => {})
  return done
}

function succeeds(...words: string[]): Promise<boolean> {
  return iptables(...words).then(
    () => true,
    () => false,
  )
}

function iptables(...words: string[]): Promise<unknown> {
  return run('iptables', ['--wait', '5', ...words], { env: { PATH } })
}

function restore(rules: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('iptables-restore', ['--noflush', '--wait', '5'], {
      env: { PATH },
      stdio: ['pipe', 'ignore', 'pipe'],
    })
    let complaint = ''
    child.stderr.on('data', (chunk: Buffer) => {
      complaint += chunk
    })
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`iptables-restore: ${complaint.trim()}`))))
    child.stdin.on('error', () => {})
    child.stdin.end(rules)
  })
}
