import java.util.Map;
import mkt.sdk.Filling;
import mkt.sdk.Json;
import mkt.sdk.Mappings;
import mkt.sdk.Place;
import mkt.sdk.Server;

/** An application for the marketplace: fills in policy data. */
public final class App {
  /** Without a state interface of its own it asks the platform's. */
  static mkt.sdk.App create(String stateApi) {
    // The answer is merged into the change: here one field, the one this customer mapped.
    return new mkt.sdk.App(stateApi).autofill("/autofill", (request, context) -> {
      Map<String, String> mapping = Mappings.mappingOf(context.settings(), Json.text(request, "productName"));
      Filling filling = Mappings.fill(request);
      for (Place place : filling.places(mapping.get("note"))) place.set("filled in for " + request.get("operation"));
      return filling.answer();
    });
  }

  public static void main(String[] args) throws Exception {
    Server.serve(create(null));
  }
}
