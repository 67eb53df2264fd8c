import { Abort, wrongUsage } from '../../abort.ts'

/**
 * The API key that the variables give, undefined where they give none. Half a key, and a key beside a profile that the command line
 * names, are refused: completing one from the other would act as somebody else.
 */
export function keyOfVariables(
  env: Readonly<Record<string, string | undefined>>,
  profile: string | undefined,
): { clientId: string; apiKey: string } | undefined {
  const clientId = env.MKT_CLIENT_ID ?? ''
  const apiKey = env.MKT_API_KEY ?? ''
  if (clientId === '' && apiKey === '') return undefined
  if (clientId === '' || apiKey === '') {
    const [there, lacking] = clientId === '' ? ['MKT_API_KEY', 'MKT_CLIENT_ID'] : ['MKT_CLIENT_ID', 'MKT_API_KEY']
    throw new Abort('key_incomplete', `${there} is set and ${lacking} is not: that is half a key.`, {
      fix: `Set ${lacking} too (a pipeline may hide it from this branch), or unset ${there} to use the stored profile.`,
    })
  }
  if (profile !== undefined)
    throw wrongUsage(
      `--profile ${profile} names a stored key, and MKT_CLIENT_ID and MKT_API_KEY give another.`,
      'Leave --profile out, or unset the variables.',
    )
  return { clientId, apiKey }
}
