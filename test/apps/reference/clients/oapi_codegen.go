package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"clients/shop"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	ctx := context.Background()
	withKey := shop.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("X-API-KEY", os.Getenv("STORE_API_KEY"))
		return nil
	})
	client := must(shop.NewClientWithResponses(os.Getenv("STORE_URL"), withKey))

	body := shop.PlaceOrder{Lines: []shop.PlaceOrderLine{{Sku: "TEA", Quantity: 1}}}
	number := must(client.PlaceOrderWithResponse(ctx, nil, body)).JSON201.Payload.Orders.Number
	authorized, total, refund := true, 1234567.89, "refund"
	must(client.UpdateOrderWithResponse(ctx, number, nil, shop.UpdateOrder{Authorized: &authorized}))
	must(client.CreatePaymentWithResponse(ctx, number, nil, shop.CreatePayment{Total: &total}))
	lines := []shop.CreditLine{{Line: 0, Quantity: 1}}
	must(client.CreatePaymentWithResponse(ctx, number, nil, shop.CreatePayment{Method: &refund, Lines: &lines}))
	order := must(client.GetOrderWithResponse(ctx, number)).JSON200.Payload.Orders
	code := must(client.GetOrderWithResponse(ctx, "999999")).JSON404.Code
	text, _ := json.Marshal([]any{number, order.Authorized, order.Paid, order.Refunded, code})
	fmt.Println(string(text))
}
