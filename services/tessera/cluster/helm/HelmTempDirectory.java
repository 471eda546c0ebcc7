package tessera.cluster.helm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Objects;
import java.util.stream.Collectors;
import tessera.cluster.chart.HelmChartDownloader;
import tessera.cluster.chart.HelmChartSymlinkCheck;
import tessera.cluster.helm.HelmLibraryClient.LocatedHelmChart;
import tessera.file.OwnerOnlyFiles;
import tessera.file.TemporaryFolder;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.intent.HelmChartSource;

/** A temporary folder, readable only by its owner, for the files that Helm needs. It is gone as soon as it is closed. */
final class HelmTempDirectory implements AutoCloseable {

    private final TemporaryFolder temporary;
    private final Path folder;

    HelmTempDirectory() throws IOException {
        temporary = TemporaryFolder.create("helm");
        folder = temporary.path();
    }

    /** Writes a values file. They may hold secrets. */
    Path writeValues(String yaml) throws IOException {
        return OwnerOnlyFiles.write(folder.resolve("values.yaml"), yaml.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the chart of a source. What lies elsewhere is brought here first: Helm asks no server but the cluster’s. */
    static LocatedHelmChart locate(HelmChartSource source, HelmChartDownloader downloads)
            throws ProblemException, InterruptedException {
        var chart = HelmChartDownloader.isRemote(source) ? downloads.fetchArchive(source)
                : Path.of(source.chart()).toAbsolutePath();
        HelmChartSymlinkCheck.check(chart);
        return new LocatedHelmChart(chart.toString(), "");
    }

    /** Writes the chart that a release record holds; without subcharts, which Helm does not record. */
    LocatedHelmChart recordedChart(JsonNode record) throws ProblemException, IOException {
        var chart = createChartFolder(record);
        writeChartFile(chart, "values.yaml",
                HelmManifestConverter.write(record.at("/chart/values")).getBytes(StandardCharsets.UTF_8));
        for (var kind : new String[] {"templates", "files"}) {
            for (var file : record.at("/chart/" + kind)) {
                writeChartFile(chart, file.path("name").asText(),
                        Base64.getMimeDecoder().decode(file.path("data").asText()));
            }
        }
        return new LocatedHelmChart(chart.toString(), "");
    }

    /** Returns the CRDs of the chart in a release record, as YAML documents. */
    static String crdYaml(JsonNode record) {
        return record.at("/chart/files").valueStream().filter(file -> file.path("name").asText().startsWith("crds/"))
                .map(file -> new String(Base64.getMimeDecoder().decode(file.path("data").asText()),
                        StandardCharsets.UTF_8))
                .collect(Collectors.joining("\n---\n"));
    }

    /** Returns the hooks in a release record, each behind a document separator. */
    static String hookYaml(JsonNode record) {
        return record.path("hooks").valueStream().map(hook -> "\n---\n" + hook.path("manifest").asText())
                .collect(Collectors.joining());
    }

    /** Writes a chart that renders exactly the manifest of a revision, under the chart's name and version. */
    LocatedHelmChart frozenChart(JsonNode record) throws ProblemException, IOException {
        var chart = createChartFolder(record);
        var manifest = record.path("manifest").asText() + HelmManifestConverter.ofRollback(hookYaml(record));
        writeChartFile(chart, "manifest.yaml", manifest.getBytes(StandardCharsets.UTF_8));
        writeChartFile(chart, "templates/manifest.yaml",
                "{{ .Files.Get \"manifest.yaml\" }}\n".getBytes(StandardCharsets.UTF_8));
        return new LocatedHelmChart(chart.toString(), "");
    }

    private Path createChartFolder(JsonNode record) throws ProblemException, IOException {
        var metadata = record.at("/chart/metadata");
        if (!metadata.path("name").isTextual() || !metadata.path("version").isTextual()) {
            throw new ProblemException(OperationProblemKind.GARBLED, new HelmReason.ReleaseRecordWithoutChart());
        }
        var chart = OwnerOnlyFiles.createFolder(folder.resolve("chart"));
        var described = (ObjectNode) metadata.deepCopy();
        // What is not noted cannot be asked for.
        described.remove("dependencies");
        writeChartFile(chart, "Chart.yaml", HelmManifestConverter.write(described).getBytes(StandardCharsets.UTF_8));
        return chart;
    }

    /** Writes a file of the chart; names come from the cluster and must not leave the folder. */
    private static void writeChartFile(Path chart, String name, byte[] bytes) throws ProblemException, IOException {
        var file = chart.resolve(name).normalize();
        if (!file.startsWith(chart) || file.equals(chart)) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.GARBLED, new HelmReason.ReleaseRecordUnsafe()).withDetail(name));
        }
        OwnerOnlyFiles.createFolder(Objects.requireNonNull(file.getParent()));
        OwnerOnlyFiles.write(file, bytes);
    }

    @Override
    public void close() throws IOException {
        temporary.close();
    }
}
