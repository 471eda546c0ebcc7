package tessera.demo.chart;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A Helm chart with the values of NVIDIA's GPU operator chart, for the simulated operator. There
 * are two versions of it, so that one can be upgraded to the other.
 */
public final class SimulatedGpuOperatorChart {

    private static final String NAME = "gpu-operator";
    private static final List<String> FILES = List.of("Chart.yaml", "values.yaml", "templates/_helpers.tpl",
            "templates/operator.yaml", "templates/clusterpolicy.yaml", "templates/node-feature-discovery.yaml",
            "templates/configmaps.yaml");
    private static final Map<String, Map<String, String>> VERSIONS = Map.of("v26.3.3",
            Map.of("driver", "580.126.20", "toolkit", "v1.19.1", "plugin", "v0.19.2", "dcgm", "4.5.3-1-ubuntu22.04",
                    "exporter", "4.5.3-4.8.2-distroless", "migManager", "v0.14.2", "monitored", "false", "confidential",
                    "false", "confidentialMode", "off"),
            "v26.7.0",
            Map.of("driver", "595.91.07", "toolkit", "v1.20.0", "plugin", "v0.20.0", "dcgm", "4.6.0-1-ubuntu22.04",
                    "exporter", "4.6.0-4.8.3-distroless", "migManager", "v0.15.0", "monitored", "true", "confidential",
                    "true", "confidentialMode", "on"));

    private SimulatedGpuOperatorChart() {}

    /** Returns the available versions, oldest first. */
    public static List<String> versions() {
        return VERSIONS.keySet().stream().sorted().toList();
    }

    /** Writes a version of the chart into a subfolder of the given folder and returns that subfolder. */
    public static Path writeChart(String version, Path folder) throws IOException {
        var chart = folder.resolve(NAME);
        for (var file : chartFiles(version).entrySet()) {
            var target = chart.resolve(file.getKey());
            Files.createDirectories(Objects.requireNonNull(target.getParent()));
            Files.writeString(target, file.getValue());
        }
        return chart;
    }

    /** Returns the texts of a version by their names within the chart. */
    public static Map<String, String> chartFiles(String version) throws IOException {
        var numbers = Objects.requireNonNull(VERSIONS.get(version), version);
        var files = new LinkedHashMap<String, String>();
        for (var file : FILES) {
            var text = readText(file).replace("@operator@", version);
            for (var number : numbers.entrySet()) {
                text = text.replace("@" + number.getKey() + "@", number.getValue());
            }
            files.put(file, text);
        }
        return files;
    }

    /** Returns the manifest that Helm rendered from the first version with the values of the fleet. */
    public static String installedManifest() throws IOException {
        return readText("installed.yaml");
    }

    private static String readText(String file) throws IOException {
        try (var stream = Objects.requireNonNull(SimulatedGpuOperatorChart.class.getResourceAsStream(NAME + "/" + file),
                file)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
