import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;

/** An application for the marketplace, with the JDK alone: the interface is plain HTTP. */
public final class App {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  public static void main(String[] args) throws IOException {
    int port = Integer.parseInt(System.getenv().getOrDefault("MKT_PORT", "8080"));
    HttpServer server = HttpServer.create(new InetSocketAddress(port), 128);
    ThreadPoolExecutor workers = (ThreadPoolExecutor) Executors.newFixedThreadPool(16);
    server.setExecutor(workers);
    server.createContext("/health", exchange -> answer(exchange, 200));
    server.createContext("/events", App::onEvent);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> {
      // Requests in flight are finished first. Ended by SIGTERM, the JVM would give 143 although all went well.
      server.stop(workers.getActiveCount() == 0 ? 0 : 20);
      Runtime.getRuntime().halt(0);
    }));
    server.start();
    System.out.println("listening on " + port);
  }

  private static void onEvent(HttpExchange exchange) throws IOException {
    String event = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    if (!looksLikeObject(event)) {
      answer(exchange, 400); // 4xx: the platform gives up
      return;
    }
    try {
      // Settings as JSON. Read for each request and never kept: one instance serves many customers.
      String state = readState(exchange.getRequestHeaders().getFirst("x-mkt-key"));
      System.out.println("heard " + event + " with a state of " + state.length() + " characters");
      answer(exchange, 204);
    } catch (KeyUnknown error) {
      answer(exchange, 422);
    } catch (IOException | InterruptedException error) {
      System.out.println(error.getMessage());
      answer(exchange, 503); // the platform tries again later; with 4xx it gives up
    }
  }

  /** The JDK has no JSON reader. Add one to lib/ and parse the event with it. */
  private static boolean looksLikeObject(String text) {
    return text.strip().matches("(?s)\\{\\s*(\".*)?}");
  }

  private static String readState(String key) throws IOException, InterruptedException {
    if (key == null) throw new KeyUnknown();
    String encoded = URLEncoder.encode(key, StandardCharsets.UTF_8);
    URI uri = URI.create(System.getenv("MKT_STATE_API") + "/state/" + encoded);
    HttpRequest request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(5)).build();
    HttpResponse<String> answer = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() == 404) throw new KeyUnknown();
    if (answer.statusCode() != 200) throw new IOException("the state interface answered " + answer.statusCode());
    return answer.body();
  }

  /** No customer has the key of the request: it is of no use to send it again. */
  private static final class KeyUnknown extends IOException {}

  private static void answer(HttpExchange exchange, int status) throws IOException {
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }
}
