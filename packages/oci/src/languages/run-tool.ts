import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { OciError } from '../oci-error.ts'

const OUTPUT_BYTES = 16 * 1024 ** 2
const run = promisify(execFile)

/** Runs a program of the toolchain and gives what it printed; a failure is told with the last lines of its output. */
export async function runTool(
  program: string,
  args: readonly string[],
  { cwd, env = {}, lacking }: { cwd: string; env?: Record<string, string>; lacking: string },
): Promise<string> {
  const options = { cwd, env: { ...process.env, ...env }, maxBuffer: OUTPUT_BYTES }
  try {
    return (await run(program, args, options)).stdout
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as NodeJS.ErrnoException & { stdout?: string; stderr?: string }
    const last = `${stdout}${stderr}`.trim().split('\n').slice(-15).join('\n')
    const message = code === 'ENOENT' ? `${program} is not here; ${lacking}` : `${program} ${args[0]} failed:\n${last}`
    throw new OciError('build_impossible', message, { cause: error })
  }
}
