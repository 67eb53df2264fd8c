import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { readRecord } from '../../packages/engines/src/sandbox/instance-folder.ts'
import { processFigures } from '../../packages/engines/src/sandbox/process-figures.ts'
import { guarded } from '../../packages/server/src/lib/guarded.ts'

// A process of its own: `cpu-watch.ts <process of the platform> <that of the attackers> <data folder> <honest instances>`. It tells how many seconds of processor
// each party took from its start until its input ended. What crash-looping applications took is in their last sample.

export type CpuSeconds = Record<
  'platform' | 'database' | 'policy system' | 'honest apps' | 'hostile apps' | 'attackers' | 'machine',
  number
>

const EVERY_MS = 500
const TICKS_PER_SECOND = 100

const [platform, attackers, folder = '', known = ''] = process.argv.slice(2)
const instances = join(folder, 'sandbox/instances')
const honest = new Set(known.split(','))
const taken = new Map<string, number>()

const lastSeconds = new Map<number, number>()
let children: { pid: number; command: string }[] = []

/** What a process took, up to its end: a platform that dies is a finding, and what it took until then still counts. */
function secondsOf(pid: number): number {
  const seconds = processFigures(pid)?.cpuSeconds
  if (seconds !== undefined) lastSeconds.set(pid, seconds)
  return lastSeconds.get(pid) ?? 0
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // Its process ended while we looked.
    return ''
  }
}

function lookAtProcesses(): void {
  for (const pid of [platform, attackers]) secondsOf(Number(pid))
  const list = textOf(`/proc/${platform}/task/${platform}/children`).trim()
  if (list !== '')
    children = list.split(' ').map((pid) => ({ pid: Number(pid), command: textOf(`/proc/${pid}/cmdline`) }))
  for (const { pid } of children) secondsOf(pid)
}

function childSeconds(pattern: RegExp): number {
  const found = children.filter(({ command }) => pattern.test(command))
  return found.reduce((sum, { pid }) => sum + secondsOf(pid), 0)
}

/** What the whole machine computed: of a measurement beside which others compute much, nothing can be said. */
function machineSeconds(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, softInterrupts = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return (user + nice + system + interrupts + softInterrupts) / TICKS_PER_SECOND
}

function look(): void {
  lookAtProcesses()
  for (const name of existsSync(instances) ? readdirSync(instances) : []) {
    const record = readRecord(join(instances, name), 'instance')
    if (record !== null) taken.set(name, Math.max(taken.get(name) ?? 0, secondsOf(record.init.pid)))
  }
}

function sum(): CpuSeconds {
  look()
  const ofApps = (isHonest: boolean) =>
    [...taken].reduce((total, [name, seconds]) => total + (honest.has(name) === isHonest ? seconds : 0), 0)
  const parts = {
    database: childSeconds(/postgres/),
    'policy system': childSeconds(/simulator/),
    'honest apps': ofApps(true),
    'hostile apps': ofApps(false),
  }
  const others = Object.values(parts).reduce((total, seconds) => total + seconds, 0)
  return {
    platform: secondsOf(Number(platform)) - others,
    ...parts,
    attackers: secondsOf(Number(attackers)),
    machine: machineSeconds(),
  }
}

setPriority(constants.priority.PRIORITY_LOW)
const failed = (error: unknown) => process.stderr.write(`the processor is not watched: ${error}\n`)
const before = sum()
const timer = setInterval(guarded(failed, look), EVERY_MS)
process.stdout.write('watching\n')
process.stdin.resume().once('end', () => {
  clearInterval(timer)
  const after = sum()
  const spent = Object.entries(after).map(([party, seconds]) => [party, seconds - before[party as keyof CpuSeconds]])
  process.stdout.write(JSON.stringify(Object.fromEntries(spent)))
})
