export type Plan = 'trial' | 'plan1' | 'plan2' | 'plan3' | 'plan4' | 'plan5';

export const windowMs = 10_000;

/** Management requests per window per tenant, by plan. A tenant without a plan gets the quota of plan1. */
export const defaultQuotas: Record<Plan, number> = {
  trial: 100,
  plan1: 500,
  plan2: 1000,
  plan3: 2000,
  plan4: 5000,
  plan5: 10_000,
};
