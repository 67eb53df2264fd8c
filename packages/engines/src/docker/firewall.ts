import { execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'
import type { FirewallPlan } from './firewall-plan.ts'

const run = promisify(execFile)
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** Whether this process may set rules where the daemon runs: same machine, and the daemon's own chain is to be seen. */
export async function canFirewall(): Promise<boolean> {
  try {
    await iptables('-S', 'DOCKER-USER')
    return true
  } catch {
    return false
  }
}

export async function applyFirewall(plan: FirewallPlan): Promise<void> {
  await restore(plan.restore)
  for (const { chain, rule } of plan.jumps) {
    await iptables('-C', chain, ...rule).catch(() => iptables('-I', chain, '1', ...rule))
  }
}

/** Takes the rules away again; what is gone already is fine. */
export async function removeFirewall(plan: FirewallPlan): Promise<void> {
  for (const { chain, rule } of plan.jumps) await iptables('-D', chain, ...rule).catch(() => {})
  for (const { rule } of plan.jumps) {
    const own = rule.at(-1) ?? ''
    await iptables('-F', own).catch(() => {})
    await iptables('-X', own).catch(() => {})
  }
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
