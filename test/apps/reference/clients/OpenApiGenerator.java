import java.util.List;
import shop.ApiClient;
import shop.ApiException;
import shop.api.ManagementOrdersApi;
import shop.api.ManagementPaymentsApi;
import shop.model.*;

public class OpenApiGenerator {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("STORE_URL"));
    client.setRequestInterceptor(request -> request.header("X-API-KEY", System.getenv("STORE_API_KEY")));
    ManagementOrdersApi orders = new ManagementOrdersApi(client);
    ManagementPaymentsApi payments = new ManagementPaymentsApi(client);
    PlaceOrder body = new PlaceOrder().lines(List.of(new PlaceOrderLine().sku("TEA").quantity(1)));
    String number = orders.placeOrder(body, null, null).getPayload().getOrders().getNumber();
    orders.updateOrder(number, new UpdateOrder().authorized(true), null, null);
    payments.createPayment(number, null, null, null, new CreatePayment().total(1234567.89).lines(null));
    CreditLine line = new CreditLine().line(0).quantity(1);
    payments.createPayment(number, null, null, null, new CreatePayment().method("refund").lines(List.of(line)));
    Order order = orders.getOrder(number).getPayload().getOrders();
    try {
      orders.getOrder("999999");
    } catch (ApiException error) {
      Failure failure = ApiClient.createDefaultObjectMapper().readValue(error.getResponseBody(), Failure.class);
      System.out.println(String.format(java.util.Locale.ROOT, "[\"%s\",%b,%.2f,%.2f,\"%s\"]", number,
          order.getAuthorized(), order.getPaid(), order.getRefunded(), failure.getCode()));
    }
  }
}
