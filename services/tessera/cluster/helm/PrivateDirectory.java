package tessera.cluster.helm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Objects;
import java.util.stream.Collectors;
import tessera.cluster.chart.ChartDownloads;
import tessera.cluster.chart.ChartLinks;
import tessera.cluster.helm.HelmLibrary.LocatedChart;
import tessera.file.OwnerFiles;
import tessera.file.TemporaryFolder;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.intent.ChartSource;

/** A folder that only its owner can look into, for what Helm wants as files. It is gone as soon as it is closed. */
final class PrivateDirectory implements AutoCloseable {

    private final TemporaryFolder temporary;
    private final Path folder;

    PrivateDirectory() throws IOException {
        temporary = TemporaryFolder.create("helm");
        folder = temporary.path();
    }

    /** A file with values. They may hold secrets. */
    Path values(String yaml) throws IOException {
        return OwnerFiles.write(folder.resolve("values.yaml"), yaml.getBytes(StandardCharsets.UTF_8));
    }

    /** The chart that a source means. What lies elsewhere is brought here first: Helm asks no server but the cluster’s. */
    static LocatedChart locate(ChartSource source, ChartDownloads downloads) throws Failure, InterruptedException {
        var chart = ChartDownloads.elsewhere(source) ? downloads.archive(source)
                : Path.of(source.chart()).toAbsolutePath();
        ChartLinks.check(chart);
        return new LocatedChart(chart.toString(), "");
    }

    /** The chart of a revision as Helm has noted it; without parts that are charts themselves, which Helm does not note. */
    LocatedChart recorded(JsonNode record) throws Failure, IOException {
        var chart = chartFolder(record);
        write(chart, "values.yaml", HelmYaml.write(record.at("/chart/values")).getBytes(StandardCharsets.UTF_8));
        for (var kind : new String[] {"templates", "files"}) {
            for (var file : record.at("/chart/" + kind)) {
                write(chart, file.path("name").asText(), Base64.getMimeDecoder().decode(file.path("data").asText()));
            }
        }
        return new LocatedChart(chart.toString(), "");
    }

    /** The definitions of kinds that lay beside the objects of the chart of a revision. */
    static String definitions(JsonNode record) {
        return record.at("/chart/files").valueStream().filter(file -> file.path("name").asText().startsWith("crds/"))
                .map(file -> new String(Base64.getMimeDecoder().decode(file.path("data").asText()),
                        StandardCharsets.UTF_8))
                .collect(Collectors.joining("\n---\n"));
    }

    /** What a revision makes only on the way, each behind a line that separates it from what is before. */
    static String hooks(JsonNode record) {
        return record.path("hooks").valueStream().map(hook -> "\n---\n" + hook.path("manifest").asText())
                .collect(Collectors.joining());
    }

    /** A chart that makes exactly what a revision made, under the name and version of its chart. */
    LocatedChart frozen(JsonNode record) throws Failure, IOException {
        var chart = chartFolder(record);
        var manifest = record.path("manifest").asText() + HelmYaml.ofRollback(hooks(record));
        write(chart, "manifest.yaml", manifest.getBytes(StandardCharsets.UTF_8));
        write(chart, "templates/manifest.yaml",
                "{{ .Files.Get \"manifest.yaml\" }}\n".getBytes(StandardCharsets.UTF_8));
        return new LocatedChart(chart.toString(), "");
    }

    private Path chartFolder(JsonNode record) throws Failure, IOException {
        var metadata = record.at("/chart/metadata");
        if (!metadata.path("name").isTextual() || !metadata.path("version").isTextual()) {
            throw new Failure(Problem.of(ProblemKind.GARBLED, "Helm’s record does not tell which chart was installed"));
        }
        var chart = OwnerFiles.createFolder(folder.resolve("chart"));
        var described = (ObjectNode) metadata.deepCopy();
        // What is not noted cannot be asked for.
        described.remove("dependencies");
        write(chart, "Chart.yaml", HelmYaml.write(described).getBytes(StandardCharsets.UTF_8));
        return chart;
    }

    /** Names come from the cluster: none may lead out of the folder. */
    private static void write(Path chart, String name, byte[] bytes) throws Failure, IOException {
        var file = chart.resolve(name).normalize();
        if (!file.startsWith(chart) || file.equals(chart)) {
            throw new Failure(Problem.of(ProblemKind.GARBLED, "Helm’s record names a file outside of its chart")
                    .withDetail(name));
        }
        OwnerFiles.createFolder(Objects.requireNonNull(file.getParent()));
        OwnerFiles.write(file, bytes);
    }

    @Override
    public void close() throws IOException {
        temporary.close();
    }
}
