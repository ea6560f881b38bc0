import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { CommandError } from '../../apps/ops/commandError.ts';
import { awsTimeouts } from '../../lib/api/awsTimeouts.ts';

const cloudFormation = () => new CloudFormation(awsTimeouts());

/** A stack with its outputs by name. Undefined if it does not exist. */
export async function findStack(StackName: string) {
  const read = cloudFormation().describeStacks({ StackName });
  const found = await read.catch((error) => {
    if (!/does not exist/.test(error.message)) throw error;
  });
  const [stack] = found?.Stacks ?? [];
  const outputs = stack?.Outputs?.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]) ?? [];
  return stack && { status: stack.StackStatus, outputs: Object.fromEntries(outputs) as Record<string, string> };
}

/** The address and the table of a deployed service stack. */
export async function outputsOf(name: string): Promise<{ url: string; table: string }> {
  const stack = await findStack(name);
  if (!stack) {
    const region = await cloudFormation().config.region();
    throw new CommandError(`There is no stack ${name} in ${region}. Check --stack, AWS_PROFILE and AWS_REGION.`);
  }
  const { BaseUrl: url, TableName: table } = stack.outputs;
  if (url && table) return { url, table };
  throw new CommandError(
    `The stack ${name} (${stack.status}) has no BaseUrl among its outputs. Pass a deployed service stack, such as StorePlatform-prod.`,
  );
}
