package tessera.cluster.chart;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tessera.cluster.http.HttpAddress;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/**
 * A registry's authentication challenge.
 *
 * @param isBasic      whether it wants a login itself
 * @param parameters who grants tokens otherwise, and for what
 */
record RegistryAuthChallenge(boolean isBasic, Map<String, String> parameters) {

    private static final Pattern PARAMETER = Pattern.compile("(?<![a-zA-Z_])([a-zA-Z_]++)=\"([^\"]*+)\"");

    RegistryAuthChallenge {
        parameters = Map.copyOf(parameters);
    }

    /** Parses the header; empty for a scheme that is not supported. */
    static Optional<RegistryAuthChallenge> parse(String header) {
        var scheme = header.toLowerCase(Locale.ROOT);
        if (scheme.startsWith("basic")) {
            return Optional.of(new RegistryAuthChallenge(true, Map.of()));
        }
        if (!scheme.startsWith("bearer ")) {
            return Optional.empty();
        }
        var parameters = new LinkedHashMap<String, String>();
        var found = PARAMETER.matcher(header);
        while (found.find()) {
            parameters.put(found.group(1).toLowerCase(Locale.ROOT), found.group(2));
        }
        return Optional.of(new RegistryAuthChallenge(false, parameters));
    }

    /** Returns the URL that issues tokens; never without TLS where the registry itself has it. */
    HttpAddress realmUrl(OciChartReference reference) throws ProblemException {
        var realm = HelmChartHttpClient.parseUrl(parameters.getOrDefault("realm", ""));
        if (reference.urlOf("/").isEncrypted() && !realm.isEncrypted()) {
            throw new ProblemException(Problem.of(OperationProblemKind.UNTRUSTED,
                    "The registry " + reference.registry() + " wants tokens to be fetched without TLS"));
        }
        var url = realm.withQueryParameter("scope",
                parameters.getOrDefault("scope", "repository:" + reference.repository() + ":pull"));
        var service = parameters.get("service");
        return service == null ? url : url.withQueryParameter("service", service);
    }
}
