package tessera.cluster.chart;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** A server that answers what a test gives it, some of it only to who has fetched a token as registries want it. */
final class SmallRegistry implements AutoCloseable {

    static final String CONFIG = "application/vnd.cncf.helm.config.v1+json";
    static final String ARCHIVE = "application/vnd.cncf.helm.chart.content.v1.tar+gzip";

    /** Path and query, and what was said of who asks. */
    record Asked(String target, @Nullable String authorization) {}

    final List<Asked> asked = new ArrayList<>();
    /** What is given, by path. */
    final Map<String, byte[]> content = new HashMap<>();
    /** Where a path leads. */
    final Map<String, String> elsewhere = new HashMap<>();
    /** What is to be said of who asks for a path, where anything is. */
    final Map<String, String> wanted = new HashMap<>();
    /** How paths that begin so are refused. */
    final Map<String, Integer> refused = new HashMap<>();
    private final HttpServer server;
    private final boolean closed;

    /** @param closed whether a token is wanted */
    SmallRegistry(boolean closed) throws IOException {
        this.closed = closed;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    String host() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    /** Puts a chart there as {@code helm push} does. */
    String push(String repository, String tag, byte[] archive, String config) {
        var digest = HelmChartArchiveCache.hexDigest(archive);
        content.put("/v2/" + repository + "/blobs/sha256:" + digest, archive);
        var manifest = """
                {"schemaVersion": 2, "config": {"mediaType": "%s", "digest": "sha256:%s", "size": 2},
                 "layers": [{"mediaType": "%s", "digest": "sha256:%s", "size": %d}]}
                """.formatted(config, HelmChartArchiveCache.hexDigest("{}".getBytes(StandardCharsets.UTF_8)), ARCHIVE,
                digest, archive.length).getBytes(StandardCharsets.UTF_8);
        content.put("/v2/" + repository + "/manifests/" + tag, manifest);
        content.put("/v2/" + repository + "/manifests/sha256:" + HelmChartArchiveCache.hexDigest(manifest), manifest);
        return "sha256:" + HelmChartArchiveCache.hexDigest(manifest);
    }

    static byte[] archive(String text) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zipped = new GZIPOutputStream(bytes)) {
            zipped.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private synchronized void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var path = exchange.getRequestURI().getPath();
            var said = exchange.getRequestHeaders().getFirst("Authorization");
            asked.add(new Asked(exchange.getRequestURI().toString(), said));
            if (path.equals("/token")) {
                give(exchange, "{\"token\": \"for-now\"}".getBytes(StandardCharsets.UTF_8));
            } else if (closed && path.startsWith("/v2/") && !Objects.equals(said, "Bearer for-now")) {
                exchange.getResponseHeaders().set("WWW-Authenticate",
                        "Bearer realm=\"http://%s/token\",service=\"small\",scope=\"repository:charts:pull\""
                                .formatted(host()));
                exchange.sendResponseHeaders(401, -1);
            } else if (wanted.containsKey(path) && !wanted.get(path).equals(said)) {
                exchange.sendResponseHeaders(401, -1);
            } else if (refused.containsKey(path)) {
                exchange.sendResponseHeaders(refused.get(path), -1);
            } else if (elsewhere.containsKey(path)) {
                exchange.getResponseHeaders().set("Location", elsewhere.get(path));
                exchange.sendResponseHeaders(307, -1);
            } else if (content.containsKey(path)) {
                give(exchange, content.get(path));
            } else {
                exchange.sendResponseHeaders(404, -1);
            }
        }
    }

    private static void give(HttpExchange exchange, byte[] bytes) throws IOException {
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
