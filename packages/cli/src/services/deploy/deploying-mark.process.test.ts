import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { type DeployingMark, isRunning } from './deploying-mark.ts'

const statOf = (pid: number) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { state: fields[0], start: fields[19] ?? null }
}
const markOf = (pid: number, processStart: string | null): DeployingMark => ({
  pid,
  processStart,
  url: '',
  listing: { id: '', name: '' },
  previousVersion: '1.0.0',
  version: '1.1.0',
  original: '',
  raised: '',
  restored: false,
})

it('a killed deploy that nobody has reaped is not running', async () => {
  // The shell starts a child, prints its number and becomes a program that never asks for the child's exit code.
  const parent = spawn('sh', ['-c', 'sleep 300 & echo $!; exec sleep 300'], { stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const [line] = await once(createInterface(parent.stdout), 'line')
    const pid = Number(line)
    await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim()).toBe('sleep')
    const { start } = statOf(pid)
    expect(isRunning(markOf(pid, start))).toBe(true)
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => statOf(pid).state).toBe('Z')
    expect(isRunning(markOf(pid, start))).toBe(false)
  } finally {
    parent.kill('SIGKILL')
  }
})
