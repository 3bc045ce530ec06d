import fc from 'fast-check'

/** The same examples in every run; another number, such as `PROPERTY_SEED=$RANDOM bin/test`, looks at others. */
const { PROPERTY_SEED = '1' } = process.env

fc.configureGlobal({ seed: Number(PROPERTY_SEED) })
