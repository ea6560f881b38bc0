import { operation } from '../../lib/api/operation.ts';
import * as report from '../../lib/order/openReport.ts';
import { getOpenReport } from '../../lib/order/routes.ts';

export const handler = operation(getOpenReport, ({ tenant, query }) => report.getOpenReport(tenant, query));
