package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"clients/shop"
)

func must[T any](value T, _ any, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	settings := shop.NewConfiguration()
	settings.Servers[0].URL = os.Getenv("STORE_URL")
	client := shop.NewAPIClient(settings)
	keys := map[string]shop.APIKey{"management": {Key: os.Getenv("STORE_API_KEY")}}
	ctx := context.WithValue(context.Background(), shop.ContextAPIKeys, keys)
	orders, payments := client.ManagementOrdersAPI, client.ManagementPaymentsAPI

	lines := []shop.PlaceOrderLine{*shop.NewPlaceOrderLine("TEA", 1)}
	placed := must(orders.PlaceOrder(ctx).PlaceOrder(*shop.NewPlaceOrder(lines)).Execute())
	number := placed.Payload.Orders.Number
	change := shop.NewUpdateOrder()
	change.SetAuthorized(true)
	must(orders.UpdateOrder(ctx, number).UpdateOrder(*change).Execute())
	payment, refund := shop.NewCreatePayment(), shop.NewCreatePayment()
	payment.SetTotal(1234567.89)
	must(payments.CreatePayment(ctx, number).CreatePayment(*payment).Execute())
	refund.SetMethod("refund")
	refund.SetLines([]shop.CreditLine{*shop.NewCreditLine(0, 1)})
	must(payments.CreatePayment(ctx, number).CreatePayment(*refund).Execute())
	order := must(orders.GetOrder(ctx, number).Execute()).Payload.Orders
	_, _, err := orders.GetOrder(ctx, "999999").Execute()
	var failed *shop.GenericOpenAPIError
	if !errors.As(err, &failed) {
		panic(err)
	}
	code := failed.Model().(shop.Failure).Code
	text, _ := json.Marshal([]any{number, order.Authorized, order.Paid, order.Refunded, code})
	fmt.Println(string(text))
}
