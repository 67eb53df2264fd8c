import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readRecord } from '../sandbox/instance-folder.ts'
import { awaitLine, KEEPER_LOG, letGo, spawnGuard } from '../sandbox/launch.ts'
import { isAlive } from '../sandbox/process-identity.ts'
import { GUARDING, type GuardOrder, TAKEN } from './guard-order.ts'

const OTHER_GUARD_MS = 10_000

/** Starts the guard of a network and lets go of it once it serves. Of several platforms that do so at once one wins. */
export async function startGuard(program: string, enter: readonly string[], order: GuardOrder): Promise<void> {
  const child = spawnGuard(program, order.folder, enter)
  try {
    const said = Promise.race([
      awaitLine(child, GUARDING).then(() => GUARDING),
      awaitLine(child, TAKEN).then(() => TAKEN),
    ])
    child.stdin?.on('error', () => {})
    child.stdin?.write(`${JSON.stringify(order)}\n`)
    if ((await said) === TAKEN) await untilGuarded(order.folder)
  } catch (error) {
    child.kill('SIGKILL')
    throw new Error(`its network has no guard: ${await whyNot(order.folder, error)}`)
  } finally {
    letGo(child)
  }
}

/** Whether a guard serves the network of the instance in this folder. */
export function hasGuard(folder: string): boolean {
  const record = readRecord(folder, 'instance')
  return record !== null && isAlive(record.keeper)
}

async function untilGuarded(folder: string): Promise<void> {
  for (const end = Date.now() + OTHER_GUARD_MS; !hasGuard(folder); await pause(20))
    if (Date.now() > end) throw new Error('another guard took it and does not serve')
}

async function whyNot(folder: string, error: unknown): Promise<string> {
  const said = await readFile(join(folder, KEEPER_LOG), 'utf8').catch(() => '')
  const line = said.split('\n').findLast((text) => /Error/.test(text))
  return line ?? (error instanceof Error ? error.message : String(error))
}
