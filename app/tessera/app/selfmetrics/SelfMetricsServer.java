package tessera.app.selfmetrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.prometheus.client.exporter.common.TextFormat;
import java.io.IOException;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/**
 * Serves the program's own metrics and health over HTTP, for the monitoring of displays. Listens on this machine's own
 * address only, and only answers questions: {@code GET /metrics}, {@code GET /healthz} and {@code GET /livez}.
 */
public final class SelfMetricsServer implements AutoCloseable {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(SelfMetricsServer.class);

    public static final int MOST = 65_535;

    private static final String TEXT = "text/plain; charset=utf-8";
    private static final Set<String> QUESTIONS = Set.of("GET", "HEAD");
    /** A page in a browser may be made to ask under another name, and is not to read the answer. */
    private static final Pattern HERE = Pattern.compile("(localhost|127\\.0\\.0\\.1|\\[::1])(:\\d+)?");

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final TesseraHealthMetricsSource metrics;

    private SelfMetricsServer(HttpServer server, TesseraHealthMetricsSource metrics) {
        this.server = server;
        this.metrics = metrics;
        server.setExecutor(threads);
        server.createContext("/", this::handleExchange);
        server.start();
    }

    /**
     * Serves metrics on this machine alone.
     *
     * @param port 0 for any that is free
     */
    public static SelfMetricsServer open(int port, TesseraHealthMetricsSource metrics) throws ProblemException {
        try {
            return new SelfMetricsServer(
                    HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0), metrics);
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.CONFIGURATION, MESSAGES.reason("port.unavailable", port))
                            .withDetail(String.valueOf(e.getMessage())),
                    e);
        }
    }

    int port() {
        return server.getAddress().getPort();
    }

    private void handleExchange(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!isLocalHost(exchange.getRequestHeaders().getFirst("Host"))) {
                sendText(exchange, 403, TEXT, MESSAGES.text("http.localOnly") + "\n");
            } else if (!QUESTIONS.contains(exchange.getRequestMethod())) {
                exchange.getResponseHeaders().set("Allow", "GET, HEAD");
                sendText(exchange, 405, TEXT, MESSAGES.text("http.methods") + "\n");
            } else {
                handlePath(exchange, exchange.getRequestURI().getPath());
            }
        }
    }

    private static boolean isLocalHost(@Nullable String host) {
        return host != null && HERE.matcher(host).matches();
    }

    private void handlePath(HttpExchange exchange, String path) throws IOException {
        switch (path) {
            case "/metrics" -> {
                var type = TextFormat.chooseContentType(exchange.getRequestHeaders().getFirst("Accept"));
                var text = new StringWriter();
                TextFormat.writeFormat(type, text, Collections.enumeration(metrics.collect()));
                sendText(exchange, 200, type, text.toString());
            }
            case "/healthz" -> sendHealth(exchange, metrics.staleReason());
            case "/livez" -> sendHealth(exchange, metrics.hangReason());
            default -> sendText(exchange, 404, TEXT, MESSAGES.text("http.paths") + "\n");
        }
    }

    private static void sendHealth(HttpExchange exchange, Optional<String> trouble) throws IOException {
        sendText(exchange, trouble.isEmpty() ? 200 : 503, TEXT, trouble.orElse("ok") + "\n");
    }

    private static void sendText(HttpExchange exchange, int status, String type, String text) throws IOException {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        boolean head = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, head ? -1 : bytes.length);
        if (!head) {
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
