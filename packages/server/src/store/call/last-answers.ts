import type pg from 'pg'

export interface LastAnswer {
  installationId: string
  requestDigest: Buffer
  organizationId: string
  sealed: Buffer
  /** What was asked, sealed: whom it names can be forgotten. */
  request: Buffer
  at: Date
}

/** Keeps the newest answer to a request. Processes may write out of order. */
export async function putLastAnswer(pool: pg.Pool, row: LastAnswer): Promise<void> {
  await pool.query({
    name: 'put_last_answer',
    text: `insert into last_answer (installation_id, request_digest, organization_id, sealed, request, at)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (installation_id, request_digest, organization_id)
        do update set sealed = excluded.sealed, request = excluded.request, at = excluded.at
      where last_answer.at < excluded.at`,
    values: [row.installationId, row.requestDigest, row.organizationId, row.sealed, row.request, row.at],
  })
}

/** Removes the oldest answers of an installation beyond a number and a sum of bytes. Returns how many. */
export async function trimLastAnswers(
  pool: pg.Pool,
  installationId: string,
  most: { answers: number; bytes: number },
): Promise<number> {
  const result = await pool.query({
    name: 'trim_last_answers',
    text: `delete from last_answer where installation_id = $1 and request_digest in (
      select request_digest from (
        select request_digest, row_number() over newest as answers,
          sum(octet_length(sealed) + coalesce(octet_length(request), 0)) over newest as bytes
        from last_answer where installation_id = $1
        window newest as (order by at desc, request_digest rows unbounded preceding)
      ) as counted where answers > $2 or bytes > $3)`,
    values: [installationId, most.answers, most.bytes],
  })
  return result.rowCount ?? 0
}

/** The last answer to a request that was given after a moment. */
export async function lastAnswer(
  pool: pg.Pool,
  installationId: string,
  requestDigest: Buffer,
  after: Date,
): Promise<Buffer | undefined> {
  const { rows } = await pool.query<{ sealed: Buffer }>({
    name: 'last_answer',
    text: 'select sealed from last_answer where installation_id = $1 and request_digest = $2 and at > $3',
    values: [installationId, requestDigest, after],
  })
  return rows[0]?.sealed
}

/** Deletes a small batch of answers older than any installation may use. */
export async function pruneLastAnswers(pool: pg.Pool, before: Date, limit: number): Promise<number> {
  const result = await pool.query(
    `delete from last_answer where (installation_id, request_digest) in
      (select installation_id, request_digest from last_answer where at < $1 order by at limit $2)`,
    [before, limit],
  )
  return result.rowCount ?? 0
}
