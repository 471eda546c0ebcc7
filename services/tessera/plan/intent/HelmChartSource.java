package tessera.plan.intent;

import java.util.ArrayList;
import java.util.List;
import tessera.text.MessageCatalog;

/**
 * The source of a chart: repository and version, or a path.
 *
 * @param chart      a folder, an archive, an address that begins with {@code oci://} or {@code https://}, or the name of
 *                   a chart in the repository
 * @param repository address of the repository; empty where the chart says it all
 * @param version    empty for the newest, or the only one
 */
public record HelmChartSource(String chart, String repository, String version) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HelmChartSource.class);
    /** Returns for example {@code gpu-operator v26.3.3 of https://helm.example}; for a path only its last part. */
    public String sourceText() {
        return MESSAGES.text("release.source", chart.substring(chart.lastIndexOf('/', chart.length() - 2) + 1), version,
                repository);
    }

    /** Returns whether the source can have several versions. */
    public boolean hasVersions() {
        return !repository.isEmpty() || chart.startsWith("oci://");
    }

    /** Returns the helm arguments; each word may contain any character. */
    public List<String> arguments() {
        var texts = new ArrayList<>(List.of(chart));
        if (!repository.isEmpty()) {
            texts.addAll(List.of("--repo", repository));
        }
        if (!version.isEmpty()) {
            texts.addAll(List.of("--version", version));
        }
        return texts;
    }
}
