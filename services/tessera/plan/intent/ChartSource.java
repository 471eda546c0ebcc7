package tessera.plan.intent;

import java.util.ArrayList;
import java.util.List;

/**
 * Where a chart comes from.
 *
 * @param chart      a folder, an archive, an address that begins with {@code oci://} or {@code https://}, or the name of
 *                   a chart in the repository
 * @param repository address of the repository; empty where the chart says it all
 * @param version    empty for the newest, or the only one
 */
public record ChartSource(String chart, String repository, String version) {

    /** For example {@code gpu-operator v26.3.3 of https://helm.example}; of a path only where it ends. */
    public String words() {
        return chart.substring(chart.lastIndexOf('/', chart.length() - 2) + 1)
                + (version.isEmpty() ? "" : " " + version) + (repository.isEmpty() ? "" : " of " + repository);
    }

    /** Whether there may be other versions where it comes from. */
    public boolean versioned() {
        return !repository.isEmpty() || chart.startsWith("oci://");
    }

    /** What the helm command line takes for it; each word may hold anything. */
    public List<String> arguments() {
        var words = new ArrayList<>(List.of(chart));
        if (!repository.isEmpty()) {
            words.addAll(List.of("--repo", repository));
        }
        if (!version.isEmpty()) {
            words.addAll(List.of("--version", version));
        }
        return words;
    }
}
