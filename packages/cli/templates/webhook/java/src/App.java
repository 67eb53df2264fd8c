import mkt.sdk.Json;
import mkt.sdk.Server;

/** An application for the marketplace: hears events. */
public final class App {
  /** Without a state interface of its own it asks the platform's. */
  static mkt.sdk.App create(String stateApi) {
    // The same event may come twice; context.webhookId() is then the same.
    return new mkt.sdk.App(stateApi).webhook("/events", "policy.issue", (event, context) -> {
      String greeting = Json.text(context.settings(), "settings", "greeting");
      System.out.println(
          (greeting == null ? "Hello" : greeting) + ": " + event.get("type") + " " + Json.write(event.get("data")));
    });
  }

  public static void main(String[] args) throws Exception {
    Server.serve(create(null));
  }
}
