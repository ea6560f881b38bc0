import json
import os

from shop import AuthenticatedClient
from shop.api.management_orders import get_order, place_order, update_order
from shop.api.management_payments import create_payment
from shop.models import CreatePayment, CreditLine, PlaceOrder, PlaceOrderLine, UpdateOrder

client = AuthenticatedClient(
    base_url=os.environ["STORE_URL"], token=os.environ["STORE_API_KEY"], auth_header_name="X-API-KEY", prefix=""
)
placed = place_order.sync(client=client, body=PlaceOrder(lines=[PlaceOrderLine(sku="TEA", quantity=1)]))
number = placed.payload.orders.number
update_order.sync(number, client=client, body=UpdateOrder(authorized=True))
create_payment.sync(number, client=client, body=CreatePayment(total=1234567.89))
create_payment.sync(number, client=client, body=CreatePayment(method="refund", lines=[CreditLine(line=0, quantity=1)]))
order = get_order.sync(number, client=client).payload.orders
failure = get_order.sync("999999", client=client)
print(json.dumps([number, order.authorized, order.paid, order.refunded, failure.code]))
