import java.util.Map;
import mkt.sdk.Json;
import mkt.sdk.Mappings;
import mkt.sdk.PricedPeril;
import mkt.sdk.Server;

/** An application for the marketplace: prices policies. */
public final class App {
  /** Without a state interface of its own it asks the platform's. */
  static mkt.sdk.App create(String stateApi) {
    return new mkt.sdk.App(stateApi).rater("/rate", (request, context) -> {
      String premium = context.setting("yearlyPremium");
      Map<String, Object> priced = Json.object();
      // Every listed peril must be priced.
      for (PricedPeril peril : Mappings.perilsToPrice(request))
        priced.put(peril.locator(), Json.object("yearlyPremium", premium));
      return Json.object("pricedPerilCharacteristics", priced);
    });
  }

  public static void main(String[] args) throws Exception {
    Server.serve(create(null));
  }
}
