import { CfnOutput, Stack } from 'aws-cdk-lib';
import { type ITable, Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { publicEndpoints } from '../../lib/api/publicEndpoints.ts';
import { isPaged } from '../../lib/api/route.ts';
import { routes } from '../../lib/routes.ts';
import {
  createDeliveryQueues,
  deliverSettings,
  followSettings,
  sweepSettings,
  triggerDelivery,
} from './functions/deliveryQueues.ts';
import {
  type Bundle,
  forwardTimeout,
  functionFactory,
  operationFunction,
  settingsOf,
  unroutedAccess,
} from './functions/functions.ts';
import { keepWarm } from './functions/keepWarm.ts';
import { scheduleSettings } from './functions/lambda.ts';
import { shiftInSteps } from './functions/shift.ts';
import { accessLogOptions, throttlingOptions } from './gateway/deployOptions.ts';
import { addDomain } from './gateway/domain.ts';
import { addFirewall } from './gateway/firewall.ts';
import { createGateway } from './gateway/gateway.ts';
import { Alarms } from './monitoring/alarms.ts';
import { addBudget } from './monitoring/budget.ts';
import { addDashboard } from './monitoring/dashboard.ts';
import type { Stage } from './stage.ts';

type Props = { table: ITable; bundle: Bundle; stage: Stage };

/** The gateway, a function for each route, and the delivery of webhooks. */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, { table: dataTable, bundle, stage }: Props) {
    super(scope, id, { env: stage.env });
    const table = stage.table ? Table.fromTableName(this, 'RestoredTable', stage.table) : dataTable;
    const queues = createDeliveryQueues(this);
    const createFunction = functionFactory(this, bundle, { table, ...queues, stage });
    const named = (id: string) => ({ functionName: operationFunction(this, id) });
    const behindGateway = new Map([
      [
        'unmatched',
        createFunction('unmatched', { access: unroutedAccess.unmatched, timeout: forwardTimeout, ...scheduleSettings }),
      ],
      ['site', createFunction('site', { access: unroutedAccess.site, ...named('site') })],
      ['health', createFunction('health', { access: unroutedAccess.health, ...named('health') })],
      ...routes.map(
        (route) => [route.id, createFunction(route.id, { ...settingsOf(route, stage), ...named(route.id) })] as const,
      ),
    ]);
    const delivery = {
      deliver: createFunction('deliver', { access: unroutedAccess.deliver, ...deliverSettings(stage) }),
      follow: createFunction('follow', { access: unroutedAccess.follow, ...followSettings(stage) }),
      sweep: createFunction('sweep', { access: unroutedAccess.sweep, ...sweepSettings }),
    };
    triggerDelivery(this, queues, delivery, stage);
    if (stage.keepsWarm) keepWarm(this, behindGateway.get('unmatched') as Alias, stage);
    const costly = routes.filter((route) => isPaged(route) || route.access.includes('call receiver'));
    const api = createGateway(this, [...routes, ...publicEndpoints], {
      functions: behindGateway,
      deployOptions: {
        ...accessLogOptions(this, stage),
        ...throttlingOptions(stage, { costly, unauthenticated: publicEndpoints }),
        tracingEnabled: stage.isTraced,
      },
      isDomainExclusive: stage.domain?.isExclusive === true,
      isClosed: stage.isClosed,
    });
    if (stage.hasFirewall) addFirewall(this, api, stage);
    if (stage.domain) addDomain(this, api, stage.domain);
    const functions = new Map([...behindGateway, ...Object.entries(delivery)]);
    const monitored = { api, functions, table: table.tableName, queues, stage };
    const alarms = new Alarms(this, 'Alarms', monitored);
    if (stage.shiftsGradually) shiftInSteps(this, functions, alarms.rollingBack, stage.shiftsAtOnce);
    if (stage.budget && stage.alarms) addBudget(this, stage.budget, stage.alarms);
    addDashboard(this, { ...monitored, alarms, routes });
    new CfnOutput(this, 'BaseUrl', { value: stage.domain ? `https://${stage.domain.name}` : api.urlForPath().slice(0, -1) });
    new CfnOutput(this, 'Settings', { value: JSON.stringify(stage.lasting) });
    new CfnOutput(this, 'DeadLetterQueueUrl', { value: queues.deadLetterQueue.queueUrl });
    new CfnOutput(this, 'TableName', { value: table.tableName });
  }
}
