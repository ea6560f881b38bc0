export type Plan = 'trial' | 'plan1' | 'plan2' | 'plan3' | 'plan4' | 'plan5';

export const windowMs = 10_000;

/** Management requests per window and tenant, by plan. A tenant without a plan has the quota of plan1. */
export const usualQuotas: Record<Plan, number> = {
  trial: 100,
  plan1: 500,
  plan2: 1000,
  plan3: 2000,
  plan4: 5000,
  plan5: 10_000,
};

/** The quotas of this stage, as JSON; a local run has none unless it asks for them. */
const quotas: Record<Plan, number> | undefined = process.env.QUOTAS ? JSON.parse(process.env.QUOTAS) : undefined;

export const quotaOf = (plan: Plan | null): number | undefined => quotas?.[plan ?? 'plan1'];
