// `npm run former [-- --commit <commit>] [--brief] [path…]`: does the former release go on after the migrations of now? Its server starts on the
// migrated schema and answers, then its own tests run on it; with --brief those of what requests go through. Without a commit the last tagged release
// counts; where none is tagged there is nothing to do, and it says so.
import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chooseFormer } from './former/choose-former.ts'
import { openFormerTree } from './former/former-tree.ts'
import { planTrial } from './former/former-trial.ts'
import { serveFormer } from './former/serve-former.ts'

const root = join(import.meta.dirname, '..')
const { values, positionals: paths } = parseArgs({
  options: { commit: { type: 'string' }, brief: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const tags = execFileSync('git', ['-C', root, 'tag', '--list'], { encoding: 'utf8' }).split('\n')
const former = values.commit ?? chooseFormer(tags)
if (former === undefined) {
  console.log(
    'The former release was not tried: no release is tagged here. Fetch the tags, or name a commit: npm run former -- --commit <commit>',
  )
  process.exit(0)
}

const tree = openFormerTree(root, former)
try {
  const trial = planTrial(former, tree.fresh, { brief: values.brief, paths })
  if (trial.kind === 'nothing') console.log(`The former release was not tried: ${trial.why}.`)
  else {
    await serveFormer(tree.folder)
    console.log(`The server of ${former} starts and answers on the schema of now.`)
    tree.takeMigrations()
    console.log(`Its tests run with ${tree.fresh.length} migrations that it does not know: ${trial.tested.join(' ')}`)
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'db', ...trial.tested]
    process.exitCode = spawnSync(process.execPath, vitest, { cwd: tree.folder, stdio: 'inherit' }).status ?? 1
  }
} finally {
  tree.remove()
}
