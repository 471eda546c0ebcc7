package tessera.demo.api.discovery;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import tessera.demo.api.call.Answers;
import tessera.demo.api.call.Call;
import tessera.demo.http.Headers;
import tessera.demo.object.ApiError;
import tessera.demo.store.Catalog;
import tessera.demo.store.Json;

/** Answers what clients ask before they ask for anything else: which groups and resources there are. */
public final class Discovery {

    private static final String AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

    private final Catalog catalog;
    private final Availability availability;

    public Discovery(Catalog catalog, Availability availability) {
        this.catalog = catalog;
        this.availability = availability;
    }

    /** {@code /api}. */
    public void core(Call call) throws IOException, ApiError {
        if (wantsAggregated(call)) {
            aggregated(call, Aggregated.core(catalog.all()));
        } else {
            Answers.tree(call, 200, Groups.core(call.request().headers().first("Host", "127.0.0.1")));
        }
    }

    /** {@code /apis}. */
    public void groups(Call call) throws IOException, ApiError {
        var unavailable = availability.unavailable();
        var groups = Groups.versions(catalog.all(), unavailable);
        if (wantsAggregated(call)) {
            aggregated(call, Aggregated.groups(groups, catalog.all(), unavailable));
        } else {
            Answers.tree(call, 200, Groups.list(groups));
        }
    }

    /** {@code /apis/GROUP}. */
    public void group(Call call, String group) throws IOException, ApiError {
        var versions = Groups.versions(catalog.all(), availability.unavailable()).get(group);
        if (versions == null) {
            Answers.noSuchPath(call.exchange());
        } else {
            Answers.tree(call, 200, Groups.group(group, versions));
        }
    }

    /** {@code /api/v1} and {@code /apis/GROUP/VERSION}. */
    public void resources(Call call, String group, String version) throws IOException, ApiError {
        var types = catalog.all().stream().filter(type -> type.group().equals(group) && type.version().equals(version))
                .toList();
        if (availability.unavailable(group, version)) {
            call.exchange().sendText(503, "service unavailable\n");
        } else if (types.isEmpty()) {
            Answers.noSuchPath(call.exchange());
        } else {
            Answers.tree(call, 200, Groups.resources(types));
        }
    }

    private static boolean wantsAggregated(Call call) {
        var accept = String.join(",", call.request().headers().all("Accept"));
        return List.of(accept.split(",", -1)).stream().map(String::strip)
                .anyMatch(clause -> clause.contains("g=apidiscovery.k8s.io")
                        && clause.contains("as=APIGroupDiscoveryList")
                        && clause.contains("v=v2") && !clause.contains("v=v2beta1"));
    }

    private static void aggregated(Call call, ObjectNode document) throws IOException {
        var bytes = Json.bytes(document);
        var tag = "\"" + hash(bytes) + "\"";
        call.exchange().always().set("Cache-Control", "public");
        if (tag.equals(call.header("If-None-Match"))) {
            call.exchange().send(304, Headers.of("Etag", tag, "Vary", "Accept"), new byte[0]);
            return;
        }
        try (var out = call.exchange().open(200, Headers.of("Content-Type", AGGREGATED, "Etag", tag, "Vary", "Accept"),
                true)) {
            out.write(bytes);
        }
    }

    static String hash(byte[] bytes) {
        try {
            return HexFormat.of().withUpperCase().formatHex(MessageDigest.getInstance("SHA-512").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-512", e);
        }
    }
}
