package tessera.app;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/** A gateway on loopback before a simulated cluster: it passes requests on, and misbehaves where it is told to. */
final class UnrulyGateway implements AutoCloseable {

    static final byte[] PIECE = "x".repeat(1 << 16).getBytes(StandardCharsets.US_ASCII);
    private static final String EXPIRED = "{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"code\":410,"
            + "\"reason\":\"Expired\",\"message\":\"too old\"}}\n";
    private static final Set<String> HOP = Set.of("connection", "host", "content-length", "upgrade", "expect");

    private final Config config;
    private final HttpServer server;
    private final HttpClient client;
    /** What is being answered, with what it is read from where that is the cluster. */
    private final Map<HttpExchange, InputStream> open = new ConcurrentHashMap<>();
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong cuts = new AtomicLong();
    private volatile Optional<Misconduct> misconduct = Optional.empty();

    private record Misconduct(Predicate<URI> where, Answer answer, Answer toWatches) {}

    /** What is sent in place of the cluster's answer; ends where the client hangs up. */
    interface Answer {
        void write(OutputStream out) throws IOException, InterruptedException;
    }

    static boolean isOfPods(URI uri) {
        return uri.getPath().equals("/api/v1/pods");
    }

    /** Sends a list byte after byte, without an end. */
    static void drip(OutputStream out) throws IOException, InterruptedException {
        var letters = "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"1\"},\"items\":["
                .getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; true; i++) {
            out.write(i < letters.length ? letters[i] : ' ');
            out.flush();
            Thread.sleep(50);
        }
    }

    /** Sends a list of more than a gigabyte. */
    static void endlessList(OutputStream out) throws IOException {
        out.write("{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"1\"},\"items\":["
                .getBytes(StandardCharsets.US_ASCII));
        for (int i = 0; i < 20_000; i++) {
            out.write(
                    "%s{\"metadata\":{\"name\":\"p-%d\",\"namespace\":\"ml\",\"uid\":\"u-%d\",\"annotations\":{\"a\":\""
                            .formatted(i == 0 ? "" : ",", i, i).getBytes(StandardCharsets.US_ASCII));
            out.write(PIECE);
            out.write("\"}},\"spec\":{},\"status\":{}}".getBytes(StandardCharsets.US_ASCII));
        }
        out.write("]}".getBytes(StandardCharsets.US_ASCII));
    }

    UnrulyGateway(String kubeconfig) throws Exception {
        config = Config.fromKubeconfig(kubeconfig);
        client = HttpClient.newBuilder().sslContext(SSLUtils.sslContext(config)).version(HttpClient.Version.HTTP_1_1)
                .build();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    /** Returns a kubeconfig that leads through this gateway. */
    String kubeconfig() {
        return """
                apiVersion: v1
                kind: Config
                current-context: demo
                clusters:
                - name: demo
                  cluster:
                    server: http://127.0.0.1:%d
                contexts:
                - name: demo
                  context:
                    cluster: demo
                    user: admin
                users:
                - name: admin
                  user: {}
                """.formatted(server.getAddress().getPort());
    }

    void misbehave(Predicate<URI> where, Answer answer) {
        misconduct = Optional.of(new Misconduct(where, answer, answer));
    }

    /** Misbehaves in lists, which it has asked for again. */
    void misbehaveInLists(Predicate<URI> where, String list) {
        misconduct = Optional.of(new Misconduct(where, out -> out.write(list.getBytes(StandardCharsets.UTF_8)),
                out -> out.write(EXPIRED.getBytes(StandardCharsets.UTF_8))));
    }

    void behave() {
        misconduct = Optional.empty();
    }

    /** Ends every answer that is under way, in the middle of what it says or before its first word. */
    void cut() {
        cuts.incrementAndGet();
        open.forEach((exchange, body) -> {
            try {
                body.close();
            } catch (IOException _) {
                // It was at its end.
            }
            exchange.close();
        });
    }

    /** Returns how many bytes were sent in place of answers of the cluster. */
    long sent() {
        return sent.get();
    }

    /** Keeps an answer for {@link #cut()}, which may have come since the answer was asked for. */
    private void register(HttpExchange exchange, InputStream body, long cutsBefore) throws IOException {
        open.put(exchange, body);
        if (cuts.get() != cutsBefore) {
            body.close();
            throw new IOException("cut before it began");
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        long cutsBefore = cuts.get();
        var wrong = misconduct.filter(it -> it.where().test(exchange.getRequestURI()));
        try (exchange) {
            if (wrong.isPresent()) {
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.sendResponseHeaders(200, 0);
                register(exchange, InputStream.nullInputStream(), cutsBefore);
                boolean watches = String.valueOf(exchange.getRequestURI().getQuery()).contains("watch=1");
                (watches ? wrong.get().toWatches() : wrong.get().answer())
                        .write(new CountedStream(exchange.getResponseBody(), sent));
            } else {
                passOn(exchange, cutsBefore);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(exchange);
        }
    }

    private static final class CountedStream extends FilterOutputStream {

        private final AtomicLong count;

        CountedStream(OutputStream out, AtomicLong count) {
            super(out);
            this.count = count;
        }

        @Override
        public void write(int letter) throws IOException {
            out.write(letter);
            count.incrementAndGet();
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            out.write(bytes, from, length);
            count.addAndGet(length);
        }
    }

    private void passOn(HttpExchange exchange, long cutsBefore) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(config.getMasterUrl()).resolve(exchange.getRequestURI()))
                .method(exchange.getRequestMethod(),
                        HttpRequest.BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()));
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (!HOP.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
            }
        });
        Optional.ofNullable(config.getAutoOAuthToken())
                .ifPresent(token -> request.setHeader("Authorization", "Bearer " + token));
        var response = client.send(request.build(), BodyHandlers.ofInputStream());
        response.headers().map().forEach((name, values) -> {
            if (!name.equalsIgnoreCase("transfer-encoding") && !name.equalsIgnoreCase("content-length")) {
                exchange.getResponseHeaders().put(name, values);
            }
        });
        try (var body = response.body()) {
            register(exchange, body, cutsBefore);
            exchange.sendResponseHeaders(response.statusCode(), 0);
            var out = exchange.getResponseBody();
            var piece = new byte[1 << 16];
            for (int read = body.read(piece); read >= 0; read = body.read(piece)) {
                out.write(piece, 0, read);
                out.flush();
            }
            out.close();
        }
    }

    @Override
    public void close() {
        cut();
        server.stop(0);
        client.shutdownNow();
    }
}
