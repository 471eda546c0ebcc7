package tessera.demo.api.discovery;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tessera.demo.api.call.ApiCall;
import tessera.demo.api.call.ResponseWriter;

/** The health endpoints: all is always well, check by check. */
public final class HealthEndpoints {

    private static final List<String> ENDPOINTS = List.of("healthz", "livez", "readyz");

    private final List<String> checks = read("checks.txt");
    private final List<String> paths = read("paths.txt");

    /** Answers if the path is one of health; says whether it is. */
    public boolean answer(ApiCall call) throws IOException {
        var path = call.info().path();
        var parts = path.substring(1).split("/", 2);
        if (!ENDPOINTS.contains(parts[0])) {
            return false;
        }
        if (parts.length == 1) {
            boolean verbose = call.query().first("verbose") != null;
            call.exchange().sendText(200, verbose ? verbose(parts[0]) : "ok");
        } else if (paths.contains(path)) {
            call.exchange().sendText(200, "ok");
        } else {
            ResponseWriter.noSuchPath(call.exchange());
        }
        return true;
    }

    /** All paths of the server that belong to no API group, those of health among them. */
    public List<String> paths() {
        return paths;
    }

    /** Some checks only say whether requests should come. */
    private static boolean concerns(String check, String endpoint) {
        return endpoint.equals("readyz") || !(check.equals("informer-sync") || check.equals("shutdown"));
    }

    private String verbose(String endpoint) {
        var text = new StringBuilder();
        for (var check : checks) {
            if (concerns(check, endpoint)) {
                text.append("[+]").append(check).append(" ok\n");
            }
        }
        return text.append(endpoint).append(" check passed\n").toString();
    }

    private static List<String> read(String file) {
        try (var in = HealthEndpoints.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException(file + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
