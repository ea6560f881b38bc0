import { Aws, CfnOutput, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import { AnyPrincipal, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { projectionOf, tableShape } from '../tableShape.ts';
import { addBackup } from './backup.ts';
import type { Stage } from './stage.ts';

/** The table has its own stack, so that replacing or deleting the service keeps the data. */
export class DataStack extends Stack {
  readonly table: Table;

  constructor(scope: Construct, id: string, stage: Stage) {
    const { env, isProtected, removalPolicy, hasOwnKey, backupVault, warmWriteUnits, table: restored } = stage;
    super(scope, id, { env, terminationProtection: isProtected });
    // A restored table is another resource, so that CloudFormation imports it, and lets go of the former one.
    this.table = new Table(this, restored ? `Table-${restored}` : 'Table', {
      tableName: restored,
      ...keysOf(tableShape),
      timeToLiveAttribute: tableShape.timeToLive,
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: isProtected,
      ...(warmWriteUnits && { warmThroughput: warmThroughput(warmWriteUnits) }),
      // CloudFormation imports only what it would retain.
      removalPolicy: restored ? RemovalPolicy.RETAIN : removalPolicy,
      ...(hasOwnKey && {
        encryption: TableEncryption.CUSTOMER_MANAGED,
        encryptionKey: tableKey(this, stage.removalPolicyOnceCreated),
      }),
    });
    for (const index of tableShape.indexes) {
      const { ProjectionType: type, NonKeyAttributes: nonKeyAttributes } = projectionOf(index);
      this.table.addGlobalSecondaryIndex({
        indexName: index.name,
        ...keysOf(index),
        projectionType: ProjectionType[type],
        ...(warmWriteUnits && { warmThroughput: warmThroughput(warmWriteUnits) }),
        nonKeyAttributes,
      });
    }
    if (backupVault) addBackup(this, this.table, backupVault, stage);
    new Secret(this, 'WebhookKeys', {
      secretName: webhookKeysName(stage),
      description: 'Keys that seal the secrets of webhooks: the current one first, former ones after it.',
      generateSecretString: { passwordLength: 43, excludePunctuation: true },
      // Its name must be free again after a first deployment that failed.
      removalPolicy: stage.removalPolicyOnceCreated,
    });
    new CfnOutput(this, 'TableName', { value: this.table.tableName });
    const { encryptionKey } = this.table;
    if (encryptionKey) new CfnOutput(this, 'TableKeyArn', { value: encryptionKey.keyArn });
  }
}

/**
 * What seals the secrets of webhooks is neither in the table nor in its backups. The service knows it by name, so neither stack
 * must be deployed first because of it.
 */
export const webhookKeysName = ({ name }: Stage) => `StorePlatform-${name}-webhook-keys`;

/** A write may also write to indexes. By default, a new table can handle three times as many reads as writes. */
const warmThroughput = (writeUnits: number) => ({
  writeUnitsPerSecond: writeUnits,
  readUnitsPerSecond: 3 * writeUnits,
});

/** A key that works through DynamoDB only. Anyone who may use the table may use it, so functions need no grant for the key. */
function tableKey(scope: Construct, removalPolicy: RemovalPolicy): Key {
  const key = new Key(scope, 'TableKey', {
    description: 'Encrypts the table of the store platform.',
    enableKeyRotation: true,
    removalPolicy,
  });
  key.addToResourcePolicy(
    new PolicyStatement({
      sid: 'ThroughDynamoDB',
      principals: [new AnyPrincipal()],
      actions: ['kms:CreateGrant', 'kms:Decrypt', 'kms:DescribeKey', 'kms:Encrypt', 'kms:GenerateDataKey*', 'kms:ReEncrypt*'],
      resources: ['*'],
      conditions: {
        StringEquals: { 'kms:CallerAccount': Aws.ACCOUNT_ID, 'kms:ViaService': `dynamodb.${Aws.REGION}.amazonaws.com` },
      },
    }),
  );
  return key;
}

const keysOf = ({ partitionKey, sortKey }: { partitionKey: string; sortKey: string }) => ({
  partitionKey: { name: partitionKey, type: AttributeType.STRING },
  sortKey: { name: sortKey, type: AttributeType.STRING },
});
