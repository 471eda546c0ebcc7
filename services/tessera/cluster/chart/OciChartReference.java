package tessera.cluster.chart;

import java.util.regex.Pattern;
import tessera.cluster.http.HttpAddress;
import tessera.cluster.tls.PlaintextCredentialGuard;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.TextExcerpt;

/**
 * A chart in an OCI registry.
 *
 * @param registry   its host, and its port where one is said
 * @param repository the path in it
 * @param tag        or a digest, which begins with {@code sha256:}; empty where none is said
 */
record OciChartReference(String registry, String repository, String tag) {

    static final String SCHEME = "oci://";
    private static final Pattern SHAPE = Pattern.compile("oci://([^/@]+)/([a-z0-9][a-z0-9._/-]*?)"
            + "(?:@(sha256:[0-9a-f]{64})|:([A-Za-z0-9_][A-Za-z0-9._+-]{0,127}))?/?");

    /** @param version may be empty; what the address says comes first */
    static OciChartReference parse(String address, String version) throws ProblemException {
        var parts = SHAPE.matcher(address.strip());
        if (!parts.matches()) {
            throw new ProblemException(OperationProblemKind.INVALID,
                    new HelmChartReason.RegistryAddressInvalid(address));
        }
        String said;
        if (parts.group(3) != null) {
            said = parts.group(3);
        } else if (parts.group(4) != null) {
            said = parts.group(4);
        } else {
            said = version;
        }
        // A tag may have no plus sign: who pushes charts writes an underscore for it.
        return new OciChartReference(parts.group(1), parts.group(2), said.replace('+', '_'));
    }

    /** Returns the registry of an address, whatever path follows in it. */
    static HttpAddress registryUrl(String address) throws ProblemException {
        var registry = TextExcerpt.beforeFirst(address.substring(SCHEME.length()), "/");
        return new OciChartReference(registry, "", "").urlOf("/");
    }

    OciChartReference withTag(String other) {
        return new OciChartReference(registry, repository, other.replace('+', '_'));
    }

    /** Returns a URL of the registry; without TLS on this machine only. */
    HttpAddress urlOf(String path) throws ProblemException {
        var host = registry.startsWith("[") ? registry.substring(0, registry.indexOf(']') + 1)
                : registry.replaceFirst(":\\d+$", "");
        boolean here = PlaintextCredentialGuard.isThisMachine(host);
        return HelmChartHttpClient.parseUrl((here ? "http://" : "https://") + registry + "/v2/" + repository + path);
    }

    @Override
    public String toString() {
        return registry + "/" + repository + versionSuffix();
    }

    private String versionSuffix() {
        if (tag.isEmpty()) {
            return "";
        }
        return (tag.contains(":") ? "@" : ":") + tag;
    }
}
