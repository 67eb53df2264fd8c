export const releaseTexts = {
  notes: 'Release notes',
}
