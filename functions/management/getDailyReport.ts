import { operation } from '../../lib/api/operation.ts';
import * as report from '../../lib/order/dailyReport.ts';
import { getDailyReport } from '../../lib/order/routes.ts';

export const handler = operation(getDailyReport, ({ tenant, query, now }) => report.getDailyReport(tenant, query, now));
