package tessera.cluster.helm;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A request to the Helm worker process, sent as one line.
 *
 * @param kubeconfig empty where no cluster is asked
 * @param values     a file; empty for none
 * @param skipCrds    whether what the chart has in its folder of CRDs is left out
 * @param force       whether to write all of it anew, and not only what becomes otherwise
 */
record HelmWorkerRequest(HelmCommandVerb verb, String chart, String version, String release, String namespace,
        String values, String description, String kubeconfig, boolean skipCrds, boolean force) {

    /** The command that Helm is to run. */
    enum HelmCommandVerb {
        SHOW_CHART,
        SHOW_VALUES,
        SHOW_DEFINITIONS,
        INSTALL,
        UPGRADE,
        UNINSTALL
    }

    /** Returns a request about a chart alone. */
    static HelmWorkerRequest showChart(HelmCommandVerb verb, String chart, String version) {
        return new HelmWorkerRequest(verb, chart, version, "", "", "", "", "", false, false);
    }

    String requestLine() {
        return joinParts(List.of(verb.name(), chart, version, release, namespace, values, description, kubeconfig,
                String.valueOf(skipCrds), String.valueOf(force)));
    }

    static HelmWorkerRequest parse(String line) {
        var parts = splitParts(line);
        return new HelmWorkerRequest(HelmCommandVerb.valueOf(parts.get(0)), parts.get(1), parts.get(2), parts.get(3),
                parts.get(4), parts.get(5), parts.get(6), parts.get(7), Boolean.parseBoolean(parts.get(8)),
                Boolean.parseBoolean(parts.get(9)));
    }

    /** Encodes texts as one line, whatever characters they contain. */
    static String joinParts(List<String> parts) {
        return parts.stream().map(part -> Base64.getEncoder().encodeToString(part.getBytes(StandardCharsets.UTF_8)))
                .collect(Collectors.joining(" "));
    }

    static List<String> splitParts(String line) {
        return Arrays.stream(line.split(" ", -1))
                .map(part -> new String(Base64.getDecoder().decode(part), StandardCharsets.UTF_8)).toList();
    }
}
