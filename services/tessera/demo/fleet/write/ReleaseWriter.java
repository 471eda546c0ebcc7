package tessera.demo.fleet.write;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import tessera.demo.chart.DemoChart;
import tessera.demo.fleet.plan.Facts;
import tessera.demo.fleet.plan.Policy;

/** What Helm notes of the release that installed the GPU stack: a Secret for each revision it still knows. */
final class ReleaseWriter {

    private static final YAMLMapper YAML = new YAMLMapper();
    private static final String NAME = "gpu-operator";
    private static final int NEWEST = 7;
    private static final int OLDEST = 5;

    private final Scribe scribe;

    ReleaseWriter(Scribe scribe) {
        this.scribe = scribe;
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
        chart.putNull("lock").putNull("schema").putArray("files");
        try {
            contents(chart);
            release.put("manifest", DemoChart.installed());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        release.set("config", Policy.values());
        return release.put("version", revision).put("namespace", NAME);
    }

    private static void contents(ObjectNode chart) throws IOException {
        var templates = chart.putArray("templates");
        for (var file : DemoChart.files(Facts.OPERATOR).entrySet()) {
            if (file.getKey().equals("values.yaml")) {
                chart.set("values", YAML.readTree(file.getValue()));
            } else if (file.getKey().startsWith("templates/")) {
                templates.addObject().put("name", file.getKey()).put("data",
                        Base64.getEncoder().encodeToString(file.getValue().getBytes(StandardCharsets.UTF_8)));
            }
        }
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
