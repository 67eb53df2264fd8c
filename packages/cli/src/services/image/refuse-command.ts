import { wrongUsage } from '../../abort.ts'

/** `--cmd` is for what names no program itself; elsewhere it would be passed over without a word. */
export function refuseCommand(from: string | undefined): void {
  if (from === 'node')
    throw wrongUsage('--cmd is not for Node applications.', 'Name the program in "start" of package.json.')
  if (from === 'Dockerfile' || from === 'Containerfile')
    throw wrongUsage(
      `--cmd is not for an image that is built from the ${from}.`,
      'Write CMD there, or give --no-dockerfile.',
    )
}
