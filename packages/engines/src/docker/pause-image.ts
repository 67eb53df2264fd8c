import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type Docker from 'dockerode'
import { absent } from './errors.ts'
import { pauseProgram } from './pause-program.ts'

const BLOCK = 512
export const PAUSE_PROGRAM = 'pause'

/** Gives the daemon the image of the container that owns an instance's network, unless it has it; null where none can be made. */
export async function ensurePauseImage(docker: Docker): Promise<string | null> {
  const program = pauseProgram(process.arch)
  if (program === null) return null
  const reference = nameOf(program)
  if ((await docker.getImage(reference).inspect().catch(absent)) !== undefined) return reference
  // Podman takes the tag from here alone.
  const changes = [`ENTRYPOINT ["/${PAUSE_PROGRAM}"]`, 'USER 65534:65534']
  const stream = await docker.importImage(Readable.from([archive(program)]), { repo: reference, changes })
  await new Promise<void>((resolve, reject) => {
    docker.modem.followProgress(stream, (error) => (error ? reject(error) : resolve()))
  })
  return reference
}

/** Another platform on the same daemon may still use it. */
export async function removePauseImage(docker: Docker): Promise<void> {
  const program = pauseProgram(process.arch)
  if (program === null) return
  await docker
    .getImage(nameOf(program))
    .remove()
    .catch(() => {})
}

function nameOf(program: Buffer): string {
  return `mkt-pause:${createHash('sha256').update(program).digest('hex').slice(0, 12)}`
}

/** An archive (ustar) with the program and nothing else. */
function archive(program: Buffer): Buffer {
  const header = Buffer.alloc(BLOCK)
  header.write(PAUSE_PROGRAM, 0)
  header.write('0000755\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${program.length.toString(8).padStart(11, '0')}\0`, 124)
  header.write('00000000000\0', 136)
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\0' + '00', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  const padding = Buffer.alloc((BLOCK - (program.length % BLOCK)) % BLOCK)
  return Buffer.concat([header, program, padding, Buffer.alloc(2 * BLOCK)])
}
