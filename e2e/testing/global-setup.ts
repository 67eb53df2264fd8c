import { buildConsole } from '../../scripts/run/console.mjs'
import { root } from './root.ts'

/** Builds the console before the first journey: two that begin at once would both build it, into the same folder. */
export default function setup(): void {
  if (!buildConsole(root, process.execPath)) throw new Error('The console does not build.')
}
