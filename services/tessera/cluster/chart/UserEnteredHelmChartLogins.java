package tessera.cluster.chart;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import tessera.cluster.http.HttpAddress;
import tessera.cluster.kubeconfig.SecretText;
import tessera.model.ProblemException;
import tessera.plan.context.HelmRepositoryCredentials;

/** Typed logins by server; in memory only. Safe for use by several threads. */
final class UserEnteredHelmChartLogins {

    private final Map<String, SecretText> authorizationsByServer = new ConcurrentHashMap<>();

    void remember(HelmRepositoryCredentials credentials) throws ProblemException {
        var text = credentials.address().strip();
        var address = text.startsWith(OciChartReference.SCHEME) ? OciChartReference.registryUrl(text)
                : HelmChartHttpClient.parseUrl(text);
        if (credentials.user().isEmpty()) {
            authorizationsByServer.remove(address.server());
        } else {
            authorizationsByServer.put(address.server(),
                    basicAuthorization(credentials.user(), credentials.password()));
        }
    }

    /** Returns the authorization for a server; empty where none was typed. */
    Optional<SecretText> authorizationFor(HttpAddress url) {
        return Optional.ofNullable(authorizationsByServer.get(url.server()));
    }

    /** Returns an HTTP Basic authorization. */
    static SecretText basicAuthorization(String user, String password) {
        return new SecretText("Basic "
                + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8)));
    }
}
