/** What a program that a test starts gets of our environment: where others are, and what was compiled before, so that it starts in half the time. */
export function bareEnvironment(): { PATH: string | undefined; NODE_COMPILE_CACHE: string | undefined } {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return { PATH, NODE_COMPILE_CACHE }
}
