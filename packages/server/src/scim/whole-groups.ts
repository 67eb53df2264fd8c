interface Member {
  groupId: string
}

/**
 * The members of each group that fits whole into a page, in the order of the groups. A page may be shorter than asked for, so groups beyond the
 * budget are left to the next one. The first group is always there: no group has more members than the budget.
 */
export function wholeGroups<Row extends Member>(
  groupIds: readonly string[],
  members: readonly Row[],
  budget: number,
): ReadonlyMap<string, Row[]> {
  const cut = members.length > budget ? members.at(-1)?.groupId : undefined
  const whole = new Map<string, Row[]>()
  for (const id of cut === undefined ? groupIds : groupIds.slice(0, Math.max(1, groupIds.indexOf(cut))))
    whole.set(id, [])
  for (const member of members) whole.get(member.groupId)?.push(member)
  return whole
}
