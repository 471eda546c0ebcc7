package tessera.cluster.kubeconfig;

import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A cluster entry of a kubeconfig.
 *
 * @param name          its name in the kubeconfig
 * @param server        address of the API server, e.g. {@code https://10.0.0.1:6443}, without the user and password
 *                      that it may have been written with: kubectl ignores them, and addresses are shown
 * @param serverName    the name its certificate must carry instead of the address's; empty when they agree
 * @param trustAnything whether any certificate is accepted
 * @param authority     who must have signed the certificate; null for those this machine trusts
 * @param proxy         address of the proxy to use; empty for what the environment says
 * @param compression   whether answers may be compressed
 * @param pluginConfig  JSON that credential plugins are given, without letters where there is none; empty when it stands for too
 *                      many values to be given to anybody
 */
public record KubeconfigCluster(String name, String server, String serverName, boolean trustAnything,
        @Nullable CertificateOrKeySource authority, SecretText proxy, boolean compression,
        Optional<String> pluginConfig) {

    private static final Pattern USER = Pattern.compile("^((?:[A-Za-z][A-Za-z0-9+.-]*:[/\\\\]+)?)[^/?#\\\\]*@");

    public KubeconfigCluster {
        server = USER.matcher(server).replaceFirst("$1");
    }
}
