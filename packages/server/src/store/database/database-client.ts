import pg from 'pg'
import { noteDatabaseError } from './database-away.ts'
import { readOnlyQuery, type Servers } from './servers.ts'

export interface DatabaseClientConfig extends pg.ClientConfig {
  servers?: Servers | undefined
  /** Settings of each session, made when it begins. Not with the start of the connection: poolers pass few of those on. */
  session?: Readonly<Record<string, string>> | undefined
}

/**
 * One connection. With several servers it goes to the one that takes writes. A connection on which a statement got no answer in time, or
 * whose server became a standby, is closed at once: given back to the pool it would fail its next user.
 */
export class DatabaseClient extends pg.Client {
  readonly server: string | undefined
  readonly #servers: Servers | undefined
  readonly #session: string

  constructor(config: DatabaseClientConfig = {}) {
    const server = config.servers?.current
    super(server === undefined ? config : { ...config, connectionString: server })
    this.server = server
    this.#servers = config.servers
    const settings = Object.entries(config.session ?? {})
    this.#session = settings.map(([name, value]) => `set ${name} = ${value}`).join(';')
    // A break during the check for writes comes before the pool listens, and an error without listener ends the process.
    this.on('error', noteDatabaseError)
    const query = this.query.bind(this) as (...input: unknown[]) => unknown
    this.query = ((...input: unknown[]) => this.#watch(query(...input))) as typeof this.query
  }

  override connect(): Promise<this>
  override connect(callback: (error: Error) => void): void
  override connect(callback?: (error: Error) => void): Promise<this> | undefined {
    const connected = this.#connectToWriter()
    if (callback === undefined) return connected
    // The pool takes no error as success.
    connected
      .then(() => callback(undefined as unknown as Error), callback)
      // What the pool does with it goes to those who wait for the connection.
      .catch(() => {})
    return undefined
  }

  /** Closes the connection without a goodbye: nobody may be there to hear it. */
  abandon(): void {
    const inner = this as unknown as { _queryable: boolean; connection: { stream: { destroy(): void } } }
    // The pool looks at this when the connection is given back, which may be before its end is heard of.
    inner._queryable = false
    inner.connection.stream.destroy()
  }

  async #connectToWriter(): Promise<this> {
    try {
      await super.connect()
      if (this.#session !== '') await this.query(this.#session)
      if (this.#servers?.mustWrite && (await this.#refusesWrites())) throw readOnly()
      return this
    } catch (error) {
      noteDatabaseError(error)
      if (this.server !== undefined) this.#servers?.failed(this.server)
      this.abandon()
      throw error
    }
  }

  async #refusesWrites(): Promise<boolean> {
    return (await this.query<{ refuses: boolean }>(readOnlyQuery)).rows[0]?.refuses !== false
  }

  #watch(result: unknown): unknown {
    if (result instanceof Promise) result.catch((error: unknown) => this.#judge(error))
    return result
  }

  #judge(error: unknown): void {
    const { code, message } = error as { code?: unknown; message?: unknown }
    if (code !== READ_ONLY && message !== 'Query read timeout') return
    if (this.server !== undefined) this.#servers?.failed(this.server)
    this.abandon()
  }
}

const READ_ONLY = '25006'

function readOnly(): Error {
  return Object.assign(new Error('The database server takes no writes: it is a standby.'), { code: READ_ONLY })
}
