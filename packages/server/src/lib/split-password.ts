/** The address of a database in two: what a program may be given as an argument, which every user of the machine can read, and the password. */
export function splitPassword(url: string): { address: string; password: string | undefined } {
  const inUser = /^([a-z]+:\/\/[^/?#@:]*):([^/?#@]*)@/i.exec(url)
  if (inUser !== null) {
    const [whole, before = '', password = ''] = inUser
    return { address: `${before}@${url.slice(whole.length)}`, password: decodeURIComponent(password) }
  }
  const inQuery = /([?&])password=([^&#]*)&?/.exec(url)
  if (inQuery === null) return { address: url, password: undefined }
  const [whole, mark = '', password = ''] = inQuery
  return { address: url.replace(whole, mark).replace(/[?&]$/, ''), password: decodeURIComponent(password) }
}
