/** Returns the current time. Injected wherever a rule depends on time, so that tests can control it. */
export type Clock = () => Date

/** The system clock. */
export const systemClock: Clock = () => new Date()
