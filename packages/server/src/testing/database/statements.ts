import pg from 'pg'

/** Runs something and gives the statements that this process sent to its databases meanwhile, `begin` and `commit` included. */
export async function statementsOf(act: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = []
  const query = pg.Query.prototype as unknown as { text: string; submit(connection: unknown): unknown }
  const { submit } = query
  query.submit = function (this: typeof query, connection) {
    sent.push(this.text.replace(/\s+/g, ' ').trim())
    return submit.call(this, connection)
  }
  try {
    await act()
  } finally {
    query.submit = submit
  }
  return sent
}
