import { Failure } from '@mkt/contract/errors'

export function unavailable(): Failure {
  return new Failure('app_unavailable', 'The application has no healthy instance at the moment. Try again shortly.', {
    headers: { 'retry-after': '5' },
  })
}

/** What the request needs is not in memory, and the database does not answer. The caller may send it again. */
export function databaseAway(): Failure {
  return new Failure('database_unavailable', 'The database is unavailable. Send the request again soon.', {
    headers: { 'retry-after': '5' },
  })
}

/** Something went wrong that no caller and no application can do anything about; the log has it. */
export function ourFault(): Failure {
  return new Failure('internal', 'Something went wrong on our side. Try again later.')
}

export function inactive(): Failure {
  return new Failure(
    'route_inactive',
    'The installation behind this route is stopped or uninstalled, or its organization is disabled.',
  )
}

export function unknownRoute(): Failure {
  return new Failure('route_unknown', 'There is no such route. Check the address that was registered.')
}

export function unknownCaller(): Failure {
  return new Failure(
    'caller_unknown',
    'The caller did not show a valid caller secret of this route in the header x-MKT-caller.',
  )
}

export function tooBusy(): Failure {
  return new Failure('too_busy', 'Too many calls of this route or application are running. Try again shortly.', {
    headers: { 'retry-after': '1' },
  })
}

/** Events are accepted up to the memory limit; this one exceeds it. */
export function eventsCrowded(): Failure {
  return new Failure(
    'event_not_stored',
    'The event could not be stored: too many events of this route, its organization or its application are being received. Retry shortly.',
    { headers: { 'retry-after': '1' } },
  )
}
