import mkt.sdk.Json;
import mkt.sdk.Server;

/** An application for the marketplace: acts on install, configure and uninstall. */
public final class App {
  /** Without a state interface of its own it asks the platform's. */
  static mkt.sdk.App create(String stateApi) {
    return new mkt.sdk.App(stateApi)
        // Before the first start: register with third parties here. An answer other than 2xx ends the launch.
        .hook("/hooks/install", (call, context) -> {
          boolean given = Json.text(context.settings(), "settings", "partnerKey") != null;
          return said("install: reachable at " + call.get("route") + ", partner key " + (given ? "given" : "missing"));
        })
        .hook("/hooks/configure", (call, context) -> said("configure: " + context.routeId() + " has new settings"))
        // The last chance to clean up; the state can still be read.
        .hook("/hooks/uninstall", (call, context) -> said("uninstall: " + context.routeId() + " is leaving"));
  }

  private static Object said(String line) {
    System.out.println(line);
    return null;
  }

  public static void main(String[] args) throws Exception {
    Server.serve(create(null));
  }
}
