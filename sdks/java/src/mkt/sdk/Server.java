package mkt.sdk;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Serves an application on the port the platform gave, until SIGTERM; then finishes what is running. */
public final class Server {
  /** The platform kills a container that is still there 60 s after SIGTERM. */
  private static final int DRAIN_SECONDS = 55;
  /** The largest body an application is ever sent is 5 MB. */
  private static final int LARGEST_BODY = 6 * 1024 * 1024;

  private final App app;
  private final HttpServer server;
  private final AtomicInteger inFlight = new AtomicInteger();

  private Server(App app, int port) throws IOException {
    this.app = app;
    server = HttpServer.create(new InetSocketAddress(port), 128);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", this::answer);
  }

  /** The port to listen on: `MKT_PORT`, which the platform sets, else `PORT`, else 8080. */
  public static int port() {
    for (String name : new String[] {"MKT_PORT", "PORT"}) {
      String text = System.getenv().getOrDefault(name, "");
      if (text.matches("[0-9]{1,5}") && Integer.parseInt(text) <= 65535) return Integer.parseInt(text);
    }
    return 8080;
  }

  /** Runs until SIGTERM or SIGINT, takes no new connections then, and finishes the requests in flight. */
  public static void serve(App app) throws IOException {
    Server served = start(app, port());
    Runtime.getRuntime().addShutdownHook(new Thread(served::drain));
    System.out.println("listening on " + served.number());
  }

  /** Serves on a port, 0 is any free one; for tests. */
  public static Server start(App app, int port) throws IOException {
    Server served = new Server(app, port);
    served.server.start();
    return served;
  }

  public int number() {
    return server.getAddress().getPort();
  }

  public void stop() {
    server.stop(0);
  }

  private void drain() {
    // Closes the listening socket at once and then waits, on some JDKs although nothing is in flight: so it waits elsewhere.
    Thread closing = new Thread(() -> server.stop(DRAIN_SECONDS));
    closing.setDaemon(true);
    closing.start();
    long until = System.nanoTime() + DRAIN_SECONDS * 1_000_000_000L;
    try {
      // Looked at twice: a request may have been read and not yet begun.
      for (int idle = 0; idle < 2 && System.nanoTime() < until; Thread.sleep(25))
        idle = inFlight.get() == 0 ? idle + 1 : 0;
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
    }
    System.out.flush();
    // Ended by a signal, the JVM would give 143 although all went well.
    Runtime.getRuntime().halt(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    inFlight.incrementAndGet();
    try (exchange) {
      byte[] body = read(exchange.getRequestBody());
      if (body == null) {
        exchange.sendResponseHeaders(413, -1);
        return;
      }
      Map<String, String> headers = new LinkedHashMap<>();
      exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.get(0)));
      String method = exchange.getRequestMethod();
      send(exchange, method, app.handle(method, exchange.getRequestURI().toString(), headers, body));
    } finally {
      inFlight.decrementAndGet();
    }
  }

  private static void send(HttpExchange exchange, String method, Answer answer) throws IOException {
    byte[] content = (byte[]) answer.body();
    answer.headers().forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
    boolean empty = content.length == 0 || method.equals("HEAD");
    exchange.sendResponseHeaders(answer.status(), empty ? -1 : content.length);
    if (!empty) exchange.getResponseBody().write(content);
  }

  private static byte[] read(InputStream stream) throws IOException {
    byte[] body = stream.readNBytes(LARGEST_BODY + 1);
    return body.length > LARGEST_BODY ? null : body;
  }
}
