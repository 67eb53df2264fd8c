/** The owner under which secrets of people are sealed: they belong to no organization. */
export const totpOwner = 'people'
