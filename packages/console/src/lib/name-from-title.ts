/** `Policy Notifier` → `policy-notifier`, a proposal for the name of an app or an organization. */
export function nameFromTitle(title: string): string {
  return title
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 63)
}
