/** What every container gets, whatever its plan. */
export const PROCESS_LIMIT = 256
export const TMP_BYTES = 64 * 1024 * 1024
export const OPEN_FILES_LIMIT = 4096
