import { randomBytes, timingSafeEqual } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { createFairQueue } from '../sharing/fair-queue.ts'
import { deriveKey, type Guess, type GuessKind, MAX_AT_ONCE } from './derive-key.ts'
import { createSuspicions } from './suspicions.ts'

/** Cost of one guess: about 80 ms and 16 MB, five times in a row. The numbers are kept in the hash, so they can grow. */
const COST = { N: 16_384, r: 8, p: 5 }
/** Cost of a password made at random: nobody finds 120 bits by guessing, whatever a guess costs. */
const COST_OF_RANDOM = { ...COST, N: 1_024, p: 1 }
const LENGTH = 32

/** Those that guess wrong again and again compute for a third of the time at most, also where processors are free. */
const REST_PER_GUESS = 2
const MAX_REST_MS = 2_000

/** Each throws `QueueFull` where too many wait. */
const queues = { known: queueOf('known'), trusted: queueOf('trusted'), suspected: queueOf('suspected') }
const suspicions = createSuspicions({ after: 3, most: 10_000 })

function queueOf(kind: GuessKind) {
  return createFairQueue({ running: MAX_AT_ONCE[kind], waiting: 128, waitingPerParty: 16, waitMs: 15_000 })
}

/** Parties take turns. Those that knew a password wait for others like them alone, and those that guess wrong again and again for each other alone, also with what waits already. */
async function inTurn<T>(party: string, task: (kind: GuessKind) => Promise<T>): Promise<T> {
  const kind = suspicions.knows(party) ? 'known' : 'trusted'
  const done = await queues[kind].run(party, async () =>
    suspicions.has(party) ? undefined : { value: await task(kind) },
  )
  return done === undefined ? withRest(party, task) : done.value
}

/** The answer comes before the rest, in which the next one waits. */
function withRest<T>(party: string, task: (kind: GuessKind) => Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const guess = async () => {
    const began = performance.now()
    await task('suspected').then(resolve, reject)
    await delay(Math.min((performance.now() - began) * REST_PER_GUESS, MAX_REST_MS), undefined, { ref: false })
  }
  queues.suspected.run(party, guess).catch(reject)
  return promise
}

const deriveNow = (password: string, salt: Buffer, cost: Guess['cost'], kind: GuessKind) =>
  deriveKey({ password: password.normalize('NFKC'), salt, cost, length: LENGTH }, kind)

async function hashAt(cost: Guess['cost'], password: string, party: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await inTurn(party, (kind) => deriveNow(password, salt, cost, kind))
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** The text kept instead of a password. `party` is where the request comes from; parties take turns. */
export const hashPassword = (password: string, party: string): Promise<string> => hashAt(COST, password, party)

/** The same for a password that the platform made at random, of at least 120 bits. */
export const hashRandomPassword = (password: string, party: string): Promise<string> =>
  hashAt(COST_OF_RANDOM, password, party)

/** Something else that stands for a password was wrong: its sender is one who guesses, too. */
export function noteWrongGuess(party: string): void {
  suspicions.heard(party, false)
}

/** Whether the password belongs to the hash. Without a hash it takes as long and says no. */
export function verifyPassword(password: string, hash: string | null, party: string): Promise<boolean> {
  return inPasswordTurn(party, (verify) => verify(password, hash))
}

/** Does all that belongs to one guess in one turn: a guess that finds the queue full costs nothing else either. */
export function inPasswordTurn<T>(
  party: string,
  work: (verify: (password: string, hash: string | null) => Promise<boolean>) => Promise<T>,
): Promise<T> {
  return inTurn(party, (kind) =>
    work(async (password, hash) => {
      const isRight = await verifyNow(password, hash, kind)
      suspicions.heard(party, isRight)
      return isRight
    }),
  )
}

async function verifyNow(password: string, hash: string | null, turn: GuessKind): Promise<boolean> {
  const [kind, N, r, p, salt, key] = (hash ?? '').split('$')
  if (kind !== 'scrypt' || salt === undefined || key === undefined) {
    await deriveNow(password, Buffer.alloc(16), COST, turn)
    return false
  }
  const expected = Buffer.from(key, 'base64url')
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  const actual = await deriveNow(password, Buffer.from(salt, 'base64url'), cost, turn)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
