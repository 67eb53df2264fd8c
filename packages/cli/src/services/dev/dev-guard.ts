import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openProcessGuard, type ProcessGuard, whyNotGuardedProcess } from '@mkt/engines'
import type { Manifest } from '@mkt/manifest'

interface DevGuard {
  /** What holds an application to its manifest; undefined where it declares nothing or this machine cannot. */
  of(manifest: Manifest): Promise<ProcessGuard | undefined>
  close(): Promise<void>
}

/** Guards applications that run from their sources, where they declare their egress. What it does is told once. */
export function createDevGuard(print: (line: string) => void, { open = false, names }: DevGuardOptions): DevGuard {
  let opened: Promise<ProcessGuard | undefined> | undefined
  const tryOpening = async () => {
    const why = open ? 'you asked for that (--open-egress)' : await whyNotGuardedProcess()
    if (why === null) {
      print('egress: what platform.egress does not declare is refused')
      return openProcessGuard(mkdtempSync(join(tmpdir(), 'mkt-dev-guard-')), names)
    }
    print(`egress is not enforced: ${why}`)
    return undefined
  }
  return {
    async of(manifest) {
      if (manifest.platform?.egress === undefined) return undefined
      opened ??= tryOpening()
      return opened
    },
    async close() {
      await (await opened)?.close()
    },
  }
}

interface DevGuardOptions {
  /** Lets the application reach everything. */
  open?: boolean | undefined
  /** A file of names and their addresses, for tests. */
  names?: string | undefined
}
