package tessera.cluster.helm;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What Helm is asked in its process, as a line.
 *
 * @param kubeconfig empty where no cluster is asked
 * @param values     a file; empty for none
 * @param skipped    whether what the chart has in its folder of CRDs is left out
 * @param anew       whether to write all of it anew, and not only what becomes otherwise
 */
record HelmRequest(Verb verb, String chart, String version, String release, String namespace, String values,
        String description, String kubeconfig, boolean skipped, boolean anew) {

    /** What it is to do. */
    enum Verb {
        SHOW_CHART,
        SHOW_VALUES,
        SHOW_DEFINITIONS,
        INSTALL,
        UPGRADE,
        UNINSTALL
    }

    /** About a chart alone. */
    static HelmRequest show(Verb verb, String chart, String version) {
        return new HelmRequest(verb, chart, version, "", "", "", "", "", false, false);
    }

    String line() {
        return line(List.of(verb.name(), chart, version, release, namespace, values, description, kubeconfig,
                String.valueOf(skipped), String.valueOf(anew)));
    }

    static HelmRequest of(String line) {
        var parts = parts(line);
        return new HelmRequest(Verb.valueOf(parts.get(0)), parts.get(1), parts.get(2), parts.get(3), parts.get(4),
                parts.get(5), parts.get(6), parts.get(7), Boolean.parseBoolean(parts.get(8)),
                Boolean.parseBoolean(parts.get(9)));
    }

    /** Texts as one line, whatever is in them. */
    static String line(List<String> parts) {
        return parts.stream().map(part -> Base64.getEncoder().encodeToString(part.getBytes(StandardCharsets.UTF_8)))
                .collect(Collectors.joining(" "));
    }

    static List<String> parts(String line) {
        return Arrays.stream(line.split(" ", -1))
                .map(part -> new String(Base64.getDecoder().decode(part), StandardCharsets.UTF_8)).toList();
    }
}
