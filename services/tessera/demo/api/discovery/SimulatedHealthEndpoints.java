package tessera.demo.api.discovery;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tessera.demo.api.call.SimulatedApiResponseWriter;
import tessera.demo.api.call.SimulatedAuthenticatedRequest;

/** The health endpoints, whose checks always succeed. */
public final class SimulatedHealthEndpoints {

    private static final List<String> ENDPOINTS = List.of("healthz", "livez", "readyz");

    private final List<String> checks = readLines("checks.txt");
    private final List<String> paths = readLines("paths.txt");

    /** Answers a health path; returns whether it is one. */
    public boolean answerHealth(SimulatedAuthenticatedRequest call) throws IOException {
        var path = call.info().path();
        var parts = path.substring(1).split("/", 2);
        if (!ENDPOINTS.contains(parts[0])) {
            return false;
        }
        if (parts.length == 1) {
            boolean verbose = call.queryParameters().firstValue("verbose") != null;
            call.exchange().sendText(200, verbose ? verboseText(parts[0]) : "ok");
        } else if (paths.contains(path)) {
            call.exchange().sendText(200, "ok");
        } else {
            SimulatedApiResponseWriter.writeNoSuchPath(call.exchange());
        }
        return true;
    }

    /** Returns all paths that belong to no API group, including those of health. */
    public List<String> paths() {
        return paths;
    }

    /** Returns whether a check belongs to an endpoint; some are part of readiness only. */
    private static boolean isCheckOf(String check, String endpoint) {
        return endpoint.equals("readyz") || !(check.equals("informer-sync") || check.equals("shutdown"));
    }

    private String verboseText(String endpoint) {
        var text = new StringBuilder();
        for (var check : checks) {
            if (isCheckOf(check, endpoint)) {
                text.append("[+]").append(check).append(" ok\n");
            }
        }
        return text.append(endpoint).append(" check passed\n").toString();
    }

    private static List<String> readLines(String file) {
        try (var in = SimulatedHealthEndpoints.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException(file + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
