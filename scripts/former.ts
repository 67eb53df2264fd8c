// `npm run former [-- --commit <commit>] [path…]`: does the former release go on after the migrations of now? Its server starts on the migrated
// schema and answers, then its own tests run on it. Without a commit the last tagged release counts; where none is tagged there is nothing to do.
import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chooseFormer } from './former/choose-former.ts'
import { openFormerTree } from './former/former-tree.ts'
import { serveFormer } from './former/serve-former.ts'

const root = join(import.meta.dirname, '..')
/** What leans on the schema; tests of the migrations themselves know those of their own time. */
const TESTED = ['gateway', 'state', 'relay', 'workers', 'actions', 'api', 'registry'].map(
  (name) => `packages/server/src/${name}`,
)

const { values, positionals } = parseArgs({ options: { commit: { type: 'string' } }, allowPositionals: true })
const tags = execFileSync('git', ['-C', root, 'tag', '--list'], { encoding: 'utf8' }).split('\n')
const former = values.commit ?? chooseFormer(tags)
if (former === undefined) {
  console.log(
    'No release is tagged here, so there is no former one. Fetch the tags, or name one: npm run former -- --commit <commit>',
  )
  process.exit(0)
}

const tree = openFormerTree(root, former)
try {
  await serveFormer(tree.folder)
  console.log(`The server of ${former} starts and answers on the schema of now.`)
  const fresh = tree.takeMigrations()
  const tested = positionals.length > 0 ? positionals : TESTED
  console.log(`Its tests run with ${fresh} migrations that it does not know: ${tested.join(' ')}`)
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'db', ...tested]
  process.exitCode = spawnSync(process.execPath, vitest, { cwd: tree.folder, stdio: 'inherit' }).status ?? 1
} finally {
  tree.remove()
}
