package tessera.demo.fleet.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import tessera.demo.fleet.plan.Facts;
import tessera.demo.fleet.plan.Policy;

/** What Helm notes of the release that installed the GPU stack: a Secret for each revision it still knows. */
final class ReleaseWriter {

    private static final String NAME = "gpu-operator";
    private static final Set<String> KINDS = Set.of("Deployment", "DaemonSet", "ClusterPolicy");
    private static final int NEWEST = 7;
    private static final int OLDEST = 5;

    private final Scribe scribe;
    private final List<JsonNode> parts = new ArrayList<>();

    ReleaseWriter(Scribe scribe) {
        this.scribe = scribe;
    }

    /** Remembers an object if the release made it. */
    void note(ObjectNode object) {
        var metadata = object.path("metadata");
        var kind = object.path("kind").asText();
        boolean own = kind.equals("ClusterPolicy")
                || (metadata.path("namespace").asText().equals(NAME)
                        && metadata.path("name").asText().startsWith(NAME));
        if (own && KINDS.contains(kind)) {
            parts.add(wanted(object));
        }
    }

    /** The object as a chart writes it: what a cluster adds is left out. */
    private static JsonNode wanted(ObjectNode object) {
        var wanted = JsonNodeFactory.instance.objectNode();
        wanted.set("apiVersion", object.path("apiVersion"));
        wanted.set("kind", object.path("kind"));
        var metadata = wanted.putObject("metadata");
        for (var field : List.of("name", "namespace", "labels")) {
            if (object.path("metadata").has(field)) {
                metadata.set(field, object.path("metadata").path(field).deepCopy());
            }
        }
        wanted.set("spec", object.path("spec").deepCopy());
        return wanted;
    }

    void write(Consumer<ObjectNode> out) {
        var installed = scribe.now().minus(Duration.ofDays(61));
        for (int revision = OLDEST; revision <= NEWEST; revision++) {
            out.accept(secret(revision, installed.minus(Duration.ofDays(20L * (NEWEST - revision)))));
        }
    }

    private ObjectNode secret(int revision, Instant at) {
        var secret = scribe.object("v1", "Secret", NAME, "sh.helm.release.v1." + NAME + ".v" + revision, at);
        var status = revision == NEWEST ? "deployed" : "superseded";
        Scribe.metadata(secret).putObject("labels").put("modifiedAt", Long.toString(at.getEpochSecond()))
                .put("name", NAME).put("owner", "helm").put("status", status)
                .put("version", Integer.toString(revision));
        secret.put("type", "helm.sh/release.v1").putObject("data").put("release", packed(release(revision, at)));
        FieldSets.add(secret, "helm", false, at, List.of("metadata.labels", "data", "type"));
        return secret;
    }

    private ObjectNode release(int revision, Instant at) {
        var release = JsonNodeFactory.instance.objectNode().put("name", NAME);
        release.putObject("info").put("first_deployed", at.minus(Duration.ofDays(120)).toString())
                .put("last_deployed", at.toString()).put("deleted", "").put("description", "Upgrade complete")
                .put("status", revision == NEWEST ? "deployed" : "superseded");
        var chart = release.putObject("chart");
        chart.putObject("metadata").put("name", NAME).put("version", Facts.OPERATOR)
                .put("description", "GPU stack of the simulated cluster").put("apiVersion", "v2")
                .put("appVersion", Facts.OPERATOR).put("type", "application");
        chart.putNull("lock").putArray("templates");
        chart.putObject("values");
        chart.putNull("schema").putArray("files");
        release.set("config", Policy.values());
        var manifest = new StringBuilder();
        parts.forEach(part -> manifest.append("---\n# Source: gpu-operator/templates/")
                .append(part.path("metadata").path("name").asText()).append(".yaml\n").append(part).append('\n'));
        return release.put("manifest", manifest.toString()).put("version", revision).put("namespace", NAME);
    }

    /** Helm writes base64 of what it packed, and the API server writes base64 of that. */
    private static String packed(ObjectNode release) {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(release.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var encoder = Base64.getEncoder();
        return encoder.encodeToString(encoder.encode(bytes.toByteArray()));
    }
}
