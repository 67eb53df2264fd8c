// `npm run crashes [-- count]`: breaks registering, unregistering and sweeping off at seeded random points, 10,000 times unless
// told otherwise, and checks each time that the tenant ends exactly as planned. `npm test` does 500.
import { countArgument, longRun } from './test/long-run.ts'

const count = countArgument(10_000, 'crash runs')
console.log(`${count} seeded crash runs of registering and unregistering`)
const file = 'packages/server/src/actions/registration/registration-crash.db.test.ts'
process.exit(await longRun('db', [file], { MKT_TEST_CRASHES: String(count) }))
