"""MiniStack, with two changes to its gateway and one to its functions.

It sends every path with a trailing slash to `/{proxy+}`. No document says whether AWS does that, so the tests assume that it
does. MiniStack itself ignores a trailing slash.

It imports the gateway's own responses from the API document, which MiniStack leaves out.

Each function may take a minute, because the emulator and its functions share one machine, which may stand still for seconds.
"""

from contextvars import ContextVar

from ministack.app import app  # noqa: F401 (served by hypercorn)
from ministack.services import apigateway_v1 as gateway
from ministack.services import lambda_svc

ends_with_slash = ContextVar("ends_with_slash", default=False)
execute, match = gateway._execute_in_scope, gateway._match_resource_tree


async def execute_noting_slash(request, api_id, stage_name, method, path, *rest):
    ends_with_slash.set(path.endswith("/"))
    return await execute(request, api_id, stage_name, method, path, *rest)


def match_without_slash(api_id, segments):
    if ends_with_slash.get() and segments:
        return gateway._match_greedy_fallback(api_id, segments, "GET")
    return match(api_id, segments)


gateway._execute_in_scope = execute_noting_slash
gateway._match_resource_tree = match_without_slash

import_api = gateway._import_rest_api


def import_with_responses(spec, base_data=None):
    api_id = import_api(spec, base_data)
    for response_type, response in (spec.get("x-amazon-apigateway-gateway-responses") or {}).items():
        gateway._put_gateway_response(api_id, response_type, response)
    return api_id


gateway._import_rest_api = import_with_responses

acquire = lambda_svc.acquire_worker


def acquire_patient(name, config, *rest, **options):
    return acquire(name, {**config, "Timeout": max(config.get("Timeout", 3), 60)}, *rest, **options)


lambda_svc.acquire_worker = acquire_patient
