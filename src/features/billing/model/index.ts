export {
  type ExportLimit,
  jobsAtOnce,
  type Plan,
  PLANS,
  planThatAllows,
  type Queue,
  queuePriority,
  uploadLimitsOf,
  YEAR_DISCOUNT,
} from './plans.ts'
