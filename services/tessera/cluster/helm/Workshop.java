package tessera.cluster.helm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import tessera.cluster.helm.HelmLibrary.Located;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.Kind;
import tessera.plan.intent.ChartSource;

/** A folder that only its owner can look into, for what Helm wants as files. It is gone as soon as it is closed. */
final class Workshop implements AutoCloseable {

    private static final String ARCHIVE = ".tgz";
    private static final String ANY_VERSION = ">=0.0.0-0";

    private final Path folder;
    private final HelmLibrary helm;

    Workshop(HelmLibrary helm) throws IOException {
        this.helm = helm;
        folder = Files.createTempDirectory("tessera-helm");
    }

    /** A file with values. They may hold secrets. */
    Path values(String yaml) throws IOException {
        return Files.writeString(folder.resolve("values.yaml"), yaml);
    }

    /** The chart that a source means. */
    Located locate(ChartSource source) throws Failure, IOException {
        if (!source.repository().isEmpty()) {
            return new Located(fetched(source).toString(), "");
        }
        boolean here = !source.chart().contains("://");
        return new Located(here ? Path.of(source.chart()).toAbsolutePath().toString() : source.chart(),
                here ? "" : source.version());
    }

    /**
     * The archive of a chart in a repository: as the only part of a chart made for that, as Helm fetches the parts of
     * charts into their folder, and no chart by itself but into a folder of the user's.
     */
    private Path fetched(ChartSource source) throws Failure, IOException {
        var around = Files.createDirectories(folder.resolve("around"));
        var described = JsonNodeFactory.instance.objectNode().put("apiVersion", "v2").put("name", "around")
                .put("version", "0.0.0");
        described.putArray("dependencies").addObject().put("name", source.chart())
                .put("version", source.version().isEmpty() ? ANY_VERSION : source.version())
                .put("repository", source.repository());
        Files.writeString(around.resolve("Chart.yaml"), described.toString());
        try {
            helm.fetchParts(around, source.words());
        } finally {
            tidy(source.repository());
        }
        var charts = around.resolve("charts");
        if (Files.isDirectory(charts)) {
            try (var files = Files.list(charts)) {
                var archive = files.filter(file -> file.toString().endsWith(ARCHIVE)).findFirst();
                if (archive.isPresent()) {
                    return archive.get();
                }
            }
        }
        throw new Failure(Problem.of(Kind.NOT_FOUND, "There is no chart " + source.words()));
    }

    /** Helm keeps what it learnt of such a repository in the working folder, for want of a better one. */
    private static void tidy(String repository) throws IOException {
        try {
            var hash = HexFormat.of().formatHex(
                    MessageDigest.getInstance("SHA-256").digest(repository.getBytes(StandardCharsets.UTF_8)));
            for (var part : List.of("index.yaml", "charts.txt")) {
                Files.deleteIfExists(Path.of("helm-manager-" + hash + "-" + part));
            }
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The chart of a revision as Helm has noted it; without parts that are charts themselves, which Helm does not note. */
    Located recorded(JsonNode record) throws Failure, IOException {
        var chart = chartFolder(record);
        Files.writeString(chart.resolve("values.yaml"), Yaml.write(record.at("/chart/values")));
        for (var kind : new String[] {"templates", "files"}) {
            for (var file : record.at("/chart/" + kind)) {
                write(chart, file.path("name").asText(), Base64.getMimeDecoder().decode(file.path("data").asText()));
            }
        }
        return new Located(chart.toString(), "");
    }

    /** A chart that makes exactly what a revision made, under the name and version of its chart. */
    Located frozen(JsonNode record) throws Failure, IOException {
        var chart = chartFolder(record);
        var manifest = new StringBuilder(record.path("manifest").asText());
        record.path("hooks").forEach(hook -> manifest.append("\n---\n").append(hook.path("manifest").asText()));
        write(chart, "manifest.yaml", manifest.toString().getBytes(StandardCharsets.UTF_8));
        write(chart, "templates/manifest.yaml",
                "{{ .Files.Get \"manifest.yaml\" }}\n".getBytes(StandardCharsets.UTF_8));
        return new Located(chart.toString(), "");
    }

    private Path chartFolder(JsonNode record) throws Failure, IOException {
        var metadata = record.at("/chart/metadata");
        if (!metadata.path("name").isTextual() || !metadata.path("version").isTextual()) {
            throw new Failure(Problem.of(Kind.GARBLED, "Helm’s record does not tell which chart was installed"));
        }
        var chart = Files.createDirectories(folder.resolve("chart"));
        var described = (ObjectNode) metadata.deepCopy();
        // What is not noted cannot be asked for.
        described.remove("dependencies");
        Files.writeString(chart.resolve("Chart.yaml"), Yaml.write(described));
        return chart;
    }

    /** Names come from the cluster: none may lead out of the folder. */
    private static void write(Path chart, String name, byte[] bytes) throws Failure, IOException {
        var file = chart.resolve(name).normalize();
        if (!file.startsWith(chart) || file.equals(chart)) {
            throw new Failure(Problem.of(Kind.GARBLED, "Helm’s record names a file outside of its chart")
                    .withDetail(name));
        }
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.write(file, bytes);
    }

    @Override
    public void close() {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("what was prepared for Helm could not be removed", e);
        }
    }
}
