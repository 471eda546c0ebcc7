package tessera.cluster.chart;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import okhttp3.HttpUrl;
import tessera.cluster.kubeconfig.SecretText;
import tessera.model.ProblemException;
import tessera.plan.context.ChartRepositoryCredentials;

/** Typed logins by server; in memory only. Safe for use by several threads. */
final class UserEnteredChartLogins {

    private final Map<String, SecretText> kept = new ConcurrentHashMap<>();

    void remember(ChartRepositoryCredentials login) throws ProblemException {
        var text = login.address().strip();
        var address = text.startsWith(OciChartReference.SCHEME) ? OciChartReference.registryUrl(text)
                : HelmChartHttpClient.parseUrl(text);
        if (login.user().isEmpty()) {
            kept.remove(serverKey(address));
        } else {
            kept.put(serverKey(address), basicAuthorization(login.user(), login.password()));
        }
    }

    /** Returns the authorization for a server; empty where none was typed. */
    Optional<SecretText> authorizationFor(HttpUrl url) {
        return Optional.ofNullable(kept.get(serverKey(url)));
    }

    private static String serverKey(HttpUrl url) {
        return url.scheme() + "://" + url.host() + ":" + url.port();
    }

    /** Returns an HTTP Basic authorization. */
    static SecretText basicAuthorization(String user, String password) {
        return new SecretText("Basic " + Base64.getEncoder()
                .encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8)));
    }
}
