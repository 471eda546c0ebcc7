package tessera.cluster.credential;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import tessera.cluster.kubeconfig.KubeconfigUserEntry;
import tessera.cluster.kubeconfig.SecretText;

/** A token or a password in the kubeconfig, or nothing at all. */
record StaticCredentialSource(KubeconfigUserEntry user) implements ClusterCredentialSource {

    @Override
    public RequestCredentials get() {
        if (user.token() != null) {
            return RequestCredentials.bearerToken(user.token().reveal().strip(), null);
        }
        var basicAuthCredential = user.password();
        if (basicAuthCredential == null) {
            return RequestCredentials.NONE;
        }
        var pair = basicAuthCredential.user() + ":" + basicAuthCredential.secret().reveal();
        return new RequestCredentials(
                new SecretText("Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8))),
                null,
                null);
    }

    @Override
    public boolean isRenewable() {
        return false;
    }

    @Override
    public String waitText() {
        return "the kubeconfig";
    }
}
