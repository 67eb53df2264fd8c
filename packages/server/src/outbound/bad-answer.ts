/** What an instance sent is no answer that every reader would understand alike. */
export class BadAnswer extends Error {}
