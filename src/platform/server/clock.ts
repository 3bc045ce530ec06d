/** The present moment. Passed in wherever a rule depends on time, so that a test can set it. */
export type Clock = () => Date

/** The machine's own clock. */
export const systemClock: Clock = () => new Date()
