import json
import os

import shop

settings = shop.Configuration(host=os.environ["STORE_URL"], api_key={"management": os.environ["STORE_API_KEY"]})
client = shop.ApiClient(settings)
orders, payments = shop.ManagementOrdersApi(client), shop.ManagementPaymentsApi(client)
placed = orders.place_order(shop.PlaceOrder(lines=[shop.PlaceOrderLine(sku="TEA", quantity=1)]))
number = placed.payload.orders.number
orders.update_order(number, shop.UpdateOrder(authorized=True))
payments.create_payment(number, create_payment=shop.CreatePayment(total=1234567.89))
refund = shop.CreatePayment(method="refund", lines=[shop.CreditLine(line=0, quantity=1)])
payments.create_payment(number, create_payment=refund)
order = orders.get_order(number).payload.orders
try:
    orders.get_order("999999")
except shop.ApiException as error:
    print(json.dumps([number, order.authorized, order.paid, order.refunded, error.data.code]))
