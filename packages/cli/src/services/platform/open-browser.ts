import { spawn } from 'node:child_process'

/** Opens an address in the browser of this machine, if it has one. */
export function openBrowser(url: string): void {
  const program = { darwin: 'open', win32: 'explorer' }[process.platform as string] ?? 'xdg-open'
  const child = spawn(program, [url], { stdio: 'ignore', detached: true })
  // No browser here: the address is printed anyway.
  child.once('error', () => {})
  child.unref()
}
