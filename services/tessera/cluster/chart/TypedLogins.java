package tessera.cluster.chart;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import okhttp3.HttpUrl;
import tessera.cluster.kubeconfig.SecretText;
import tessera.model.Failure;
import tessera.plan.context.ChartLogin;

/** The logins that were typed, by server; in memory only. Safe for use by several threads. */
final class TypedLogins {

    private final Map<String, SecretText> kept = new ConcurrentHashMap<>();

    void keep(ChartLogin login) throws Failure {
        var text = login.address().strip();
        var address = text.startsWith(OciReference.SCHEME) ? OciReference.server(text) : ChartWire.address(text);
        if (login.user().isEmpty()) {
            kept.remove(server(address));
        } else {
            kept.put(server(address), basic(login.user(), login.password()));
        }
    }

    /** What that server is to be told of who asks; empty where nobody has said so. */
    Optional<SecretText> of(HttpUrl url) {
        return Optional.ofNullable(kept.get(server(url)));
    }

    private static String server(HttpUrl url) {
        return url.scheme() + "://" + url.host() + ":" + url.port();
    }

    /** As HTTP has it. */
    static SecretText basic(String user, String password) {
        return new SecretText("Basic " + Base64.getEncoder()
                .encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8)));
    }
}
