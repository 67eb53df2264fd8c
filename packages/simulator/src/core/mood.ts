import { asBody, invalid, optionalFlag, optionalNumber, texts } from '../lib/body.ts'

/** How the stand-in treats those who call it. The switches below `/_sim` are never affected. */
export type Mood = {
  /** Every answer waits this long. */
  latencyMs: number
  /** This share of requests is answered 503, between 0 and 1. */
  failShare: number
  /** Connections are cut without an answer. */
  down: boolean
  /** This share of requests is carried out, but the answer is lost. */
  loseShare: number
  /** Answers are 200 with something that is not the promised JSON. */
  nonsense: boolean
  /** After this many further requests the system is down; null: never. */
  dieAfter: number | null
  /** Events that webhooks cannot ask for, as in a system that does not know them yet. */
  unknownEvents: readonly string[]
}

export const GOOD_MOOD: Mood = {
  latencyMs: 0,
  failShare: 0,
  down: false,
  loseShare: 0,
  nonsense: false,
  dieAfter: null,
  unknownEvents: [],
}

/** What a request leaves out goes back to normal, so that one call ends every trouble. */
export function readMood(value: unknown): Mood {
  const body = asBody(value)
  return {
    latencyMs: atLeastZero(optionalNumber(body, 'latencyMs') ?? 0, 'latencyMs'),
    failShare: share(optionalNumber(body, 'failShare') ?? 0, 'failShare'),
    down: optionalFlag(body, 'down') ?? false,
    loseShare: share(optionalNumber(body, 'loseShare') ?? 0, 'loseShare'),
    nonsense: optionalFlag(body, 'nonsense') ?? false,
    dieAfter: optionalNumber(body, 'dieAfter') ?? null,
    unknownEvents: body.unknownEvents === undefined ? [] : texts(body, 'unknownEvents'),
  }
}

function atLeastZero(value: number, name: string): number {
  if (value < 0) throw invalid(name, 'zero or more')
  return value
}

function share(value: number, name: string): number {
  if (value < 0 || value > 1) throw invalid(name, 'between 0 and 1')
  return value
}

export type Treatment = 'answer' | 'cut' | 'fail' | 'lose' | 'nonsense'

/** Decides what becomes of one request, and the mood that follows it. */
export function treat(mood: Mood, chance: number): { treatment: Treatment; next: Mood } {
  if (mood.down) return { treatment: 'cut', next: mood }
  if (mood.dieAfter !== null && mood.dieAfter <= 0)
    return { treatment: 'cut', next: { ...mood, down: true, dieAfter: null } }
  const next = mood.dieAfter === null ? mood : { ...mood, dieAfter: mood.dieAfter - 1 }
  if (chance < mood.failShare) return { treatment: 'fail', next }
  if (chance < mood.failShare + mood.loseShare) return { treatment: 'lose', next }
  return { treatment: mood.nonsense ? 'nonsense' : 'answer', next }
}
