import type { DestinationStream, Logger } from 'pino'
import { pino, stdSerializers } from 'pino'
import { prettyFactory } from 'pino-pretty'
import { createLogLevels, type LineLevel, type LogLevel, type LogLevels } from './log-levels.ts'

/** Fields of a log line besides its message. Values of type `Secret` print as `[secret]`. */
export type Facts = Record<string, unknown>

const CAUSE = Symbol('cause')

/** Of an error its words alone, for a line about what is expected now and then. The error itself stays known to those who judge lines. */
export function briefly(error: unknown): Facts {
  return { error: error instanceof Error ? error.message : String(error), [CAUSE]: error }
}

/** The error that a line is about. */
export function causeOf(facts: Facts): unknown {
  return (facts as { [CAUSE]?: unknown })[CAUSE] ?? facts.error ?? facts.err
}

export interface Log {
  debug(facts: Facts, message: string): void
  info(facts: Facts, message: string): void
  warn(facts: Facts, message: string): void
  error(facts: Facts, message: string): void
  /** A log whose lines all carry these facts, for example a request id. With `part`, the level of that part of the program counts. */
  child(facts: Facts): Log
}

/** The log of a process. */
export interface RootLog extends Log {
  readonly levels: LogLevels
  /** Gives each line also to `take`, as JSON, until the returned function is called. */
  tap(take: (line: string) => void): () => void
}

export interface LogOptions {
  level?: LogLevel
  /** Readable lines for a person at a terminal instead of one JSON object a line. */
  readable?: boolean
  /** Where lines go; standard error unless told. */
  destination?: DestinationStream
}

export function createLog(options: LogOptions = {}): RootLog {
  const levels = createLogLevels(options.level ?? 'info')
  const settings = {
    // Which lines are written is decided before a line is made, by the level of its part.
    level: 'debug',
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { error: stdSerializers.err, err: stdSerializers.err },
  }
  const taps = new Set<(line: string) => void>()
  const target = streamFor(options)
  const stream: DestinationStream = {
    write(line) {
      target.write(line)
      for (const take of taps) take(line)
    },
  }
  return {
    ...wrap(pino(settings, stream), levels, undefined),
    levels,
    tap(take) {
      taps.add(take)
      return () => taps.delete(take)
    },
  }
}

/** A log that says nothing: for tests that do not look at lines. */
export const silentLog: RootLog = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  child: () => silentLog,
  levels: createLogLevels('silent'),
  tap: () => () => {},
}

function streamFor(options: LogOptions): DestinationStream {
  const target = options.destination ?? pino.destination({ fd: 2, sync: true })
  if (!options.readable) return target
  const format = prettyFactory({
    translateTime: 'SYS:HH:MM:ss',
    colorize: options.destination === undefined && process.stderr.isTTY === true,
  })
  return { write: (line) => target.write(format(line)) }
}

function wrap(logger: Logger, levels: LogLevels, part: string | undefined): Log {
  const write = (level: LineLevel) => (facts: Facts, message: string) => {
    if (levels.allows(part, level)) logger[level](facts, message)
  }
  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    child: (facts) => wrap(logger.child(facts), levels, typeof facts.part === 'string' ? facts.part : part),
  }
}
