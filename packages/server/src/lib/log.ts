import type { DestinationStream, Logger } from 'pino'
import { pino, stdSerializers } from 'pino'
import { prettyFactory } from 'pino-pretty'

/** What a line tells besides its message. Values of type `Secret` print as `[secret]`. */
export type Facts = Record<string, unknown>

export interface Log {
  debug(facts: Facts, message: string): void
  info(facts: Facts, message: string): void
  warn(facts: Facts, message: string): void
  error(facts: Facts, message: string): void
  /** A log whose lines all carry these facts, for example a request id. */
  child(facts: Facts): Log
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

export interface LogOptions {
  level?: LogLevel
  /** Readable lines for a person at a terminal instead of one JSON object a line. */
  readable?: boolean
  /** Where lines go; standard error unless told. */
  destination?: DestinationStream
}

export function createLog(options: LogOptions = {}): Log {
  const settings = {
    level: options.level ?? 'info',
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { error: stdSerializers.err, err: stdSerializers.err },
  }
  return wrap(pino(settings, streamFor(options)))
}

/** A log that says nothing: for tests that do not look at lines. */
export const silentLog: Log = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  child: () => silentLog,
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

function wrap(logger: Logger): Log {
  return {
    debug: (facts, message) => logger.debug(facts, message),
    info: (facts, message) => logger.info(facts, message),
    warn: (facts, message) => logger.warn(facts, message),
    error: (facts, message) => logger.error(facts, message),
    child: (facts) => wrap(logger.child(facts)),
  }
}
