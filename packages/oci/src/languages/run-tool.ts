import { execFile } from 'node:child_process'
import { OciError } from '../oci-error.ts'

const OUTPUT_BYTES = 16 * 1024 ** 2

/** Runs a program of the toolchain and gives what it printed; a failure is told with the last lines of its output. */
export function runTool(
  program: string,
  args: readonly string[],
  { cwd, env = {}, lacking }: { cwd: string; env?: Record<string, string>; lacking: string },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: OUTPUT_BYTES }
    execFile(program, args, options, (error, stdout, stderr) => {
      if (error === null) return resolve(stdout)
      const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
      const last = `${stdout}${stderr}`.trim().split('\n').slice(-15).join('\n')
      const message = missing ? `${program} is not here; ${lacking}` : `${program} ${args[0]} failed:\n${last}`
      reject(new OciError('build_impossible', message, { cause: error }))
    })
  })
}
