export const plans = ['trial', 'plan1', 'plan2', 'plan3', 'plan4', 'plan5'] as const;
export type Plan = (typeof plans)[number];

export const windowMs = 10_000;

/** The plan whose quota a tenant without a plan gets. */
export const defaultPlan = 'plan1';

/** Management requests per window per tenant, by plan. */
export const defaultQuotas: Record<Plan, number> = {
  trial: 100,
  plan1: 500,
  plan2: 1000,
  plan3: 2000,
  plan4: 5000,
  plan5: 10_000,
};
