/** The same work with its outcome to be taken later, be it a value or an error. */
export function settled<In, Out>(work: (input: In) => Out): (input: In) => () => Out {
  return (input) => {
    try {
      const value = work(input)
      return () => value
    } catch (error) {
      return () => {
        throw error
      }
    }
  }
}
