export const sandboxTexts = {
  connect: 'Use a sandbox',
}
