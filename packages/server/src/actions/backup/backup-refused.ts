/** The archive cannot be restored; the message says why and what to do. */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
}
