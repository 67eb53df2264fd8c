import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findTool, networkNamespaceArguments, TOOL_PATH } from '../sandbox/tools.ts'

const run = promisify(execFile)
const TOOLS = ['unshare', 'nsenter', 'mount', 'ip'] as const

/** Why programs of this machine cannot be guarded; null where they can. It is tried. */
export async function whyNotGuardedProcess(): Promise<string | null> {
  if (process.platform !== 'linux') return 'only Linux can give a program a network of its own'
  const lacking = TOOLS.filter((name) => findTool(name) === null)
  if (lacking.length > 0) return `${lacking.join(' and ')} missing (Debian: util-linux, iproute2)`
  const namespaces = [...networkNamespaceArguments(process.getuid?.() === 0), '--mount', '--']
  try {
    await run('unshare', [...namespaces, 'ip', 'link', 'set', 'lo', 'up'], { env: { PATH: TOOL_PATH } })
    return null
  } catch (error) {
    return `this machine allows no network of its own (${lastLine((error as Error).message)})`
  }
}

const lastLine = (text: string) => text.trim().split('\n').at(-1) ?? ''
