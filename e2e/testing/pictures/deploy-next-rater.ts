import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { copyExample } from '../../../packages/cli/src/testing/copy-example.ts'
import type { RunningPlatform } from '../platform.ts'
import { root } from '../root.ts'

const notes =
  '**Comprehensive** follows the newest loss figures.\n\n- Starts faster\n- The rate table may hold 20,000 rows'

/** Deploys the next release of the rater of the demo, with the real tool. */
export async function deployNextRater({ apiUrl, publisher }: RunningPlatform): Promise<void> {
  const { dir: folder, remove } = copyExample('rater')
  try {
    writeFileSync(
      join(folder, 'src/main.ts'),
      "import { serve } from '@mkt/sdk'\nimport { next } from './next.ts'\n\nawait serve(next)\n",
    )
    const env = {
      ...process.env,
      HOME: folder,
      XDG_CACHE_HOME: process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
      MKT_URL: apiUrl,
      MKT_CLIENT_ID: publisher.clientId,
      MKT_API_KEY: publisher.apiKey,
    }
    const how = ['--version', '1.1.0', '--builder', 'node', '--no-dockerfile', '--notes', notes]
    await promisify(execFile)(process.execPath, [join(root, 'packages/cli/src/main.ts'), 'deploy', folder, ...how], {
      env,
    })
  } finally {
    remove()
  }
}
