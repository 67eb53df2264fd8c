// `npm run demo:reset`: forgets everything a laptop start has stored, so that the next `npm start` begins anew.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const folder = resolve(process.env.MKT_DATA_DIR ?? '.mkt')
const bootstrap = join(folder, 'bootstrap.json')

async function runningAt(): Promise<string | undefined> {
  const { apiUrl } = JSON.parse(readFileSync(bootstrap, 'utf8')) as { apiUrl: string }
  const answer = await fetch(`${apiUrl}/healthz`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined)
  return answer === undefined ? undefined : apiUrl
}

if (!existsSync(folder)) {
  console.log(`${folder} does not exist: there is nothing to forget.`)
  process.exit(0)
}
// Somebody else's folder, or a typing mistake in MKT_DATA_DIR, must survive this.
if (!existsSync(bootstrap)) {
  console.error(
    `${folder} holds no bootstrap.json, so it is not the data of a laptop start. Remove it by hand if you mean it.`,
  )
  process.exit(1)
}
const running = await runningAt()
if (running !== undefined) {
  console.error(`The platform is running at ${running}. Stop it first (Ctrl-C), then run this again.`)
  process.exit(1)
}
rmSync(folder, { recursive: true, force: true })
console.log(`Removed ${folder}. \`npm start\` begins anew.`)
