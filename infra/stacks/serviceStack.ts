import { CfnOutput, Stack } from 'aws-cdk-lib';
import { type ITable, Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { isList } from '../../lib/answers.ts';
import { pages } from '../../lib/reference/pages.ts';
import { routes } from '../../lib/routes.ts';
import { delivering, doorbell, sweeping, wake } from './functions/delivery.ts';
import { type Bundle, functionsOf, otherAccess, settingsOf } from './functions/functions.ts';
import { accessLog } from './gateway/accessLog.ts';
import { domain } from './gateway/domain.ts';
import { gateway } from './gateway/gateway.ts';
import { throttling } from './gateway/throttling.ts';
import type { Stage } from './stage.ts';
import { Alarms } from './watching/alarms.ts';
import { Dashboard } from './watching/dashboard.ts';

type Props = { table: ITable; bundle: Bundle; stage: Stage };

/** The gateway with a function for each row of the route table, and the two that deliver webhooks. */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, { table: own, bundle, stage }: Props) {
    super(scope, id, stage.env && { env: stage.env });
    const table = stage.table ? Table.fromTableName(this, 'Restored', stage.table) : own;
    const bell = doorbell(this);
    const make = functionsOf(this, bundle, { table, bell: bell.queue, stage });
    const operations = routes.map((route) => [route.id, make(route.id, settingsOf(route))] as const);
    const others = (['unmatched', 'reference'] as const).map(
      (name) => [name, make(name, { access: otherAccess[name] })] as const,
    );
    const behindGateway = new Map([...others, ...operations]);
    const woken = {
      deliver: make('deliver', { access: otherAccess.deliver, ...delivering(stage) }),
      sweep: make('sweep', { access: otherAccess.sweep, ...sweeping }),
    };
    wake(this, bell.queue, woken, stage);
    const costly = routes.filter(({ id, access }) => isList(id) || access.includes('call receiver'));
    const api = gateway(this, [...routes, ...pages], {
      functions: behindGateway,
      deployOptions: {
        ...accessLog(this, stage),
        ...throttling(stage, { costly, open: pages }),
        tracingEnabled: stage.isTraced,
      },
      isBehindDomain: stage.domain?.isExclusive === true,
    });
    if (stage.domain) domain(this, api, stage.domain);
    const functions = new Map([...behindGateway, ...Object.entries(woken)]);
    const watched = { api, functions, table: table.tableName, bell, stage };
    const alarms = new Alarms(this, 'Alarms', watched);
    new Dashboard(this, 'Dashboard', { ...watched, alarms, routes });
    new CfnOutput(this, 'BaseUrl', { value: stage.domain ? `https://${stage.domain.name}` : api.urlForPath().slice(0, -1) });
    new CfnOutput(this, 'TableName', { value: table.tableName });
  }
}
