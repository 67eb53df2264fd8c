/** More than one command, or a word that only the shell understands: `env` could not run it. */
const shellOnly = /[;&|()\n]|^\s*(exec|\.|source|eval|command|time|!)\s/

/** A single command takes the place of the shell, so that it gets signals itself; `env` takes assignments before it. */
export function asFirstProcess(command: string): string {
  return shellOnly.test(command) ? command : `exec env ${command}`
}
