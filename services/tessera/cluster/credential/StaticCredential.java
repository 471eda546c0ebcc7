package tessera.cluster.credential;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import tessera.cluster.kubeconfig.KubeUser;
import tessera.cluster.kubeconfig.SecretText;

/** A token or a password in the kubeconfig, or nothing at all. */
record StaticCredential(KubeUser user) implements LoginSource {

    @Override
    public RequestLogin get() {
        if (user.token() != null) {
            return RequestLogin.bearerToken(user.token().reveal().strip(), null);
        }
        var password = user.password();
        if (password == null) {
            return RequestLogin.NONE;
        }
        var pair = password.user() + ":" + password.secret().reveal();
        return new RequestLogin(
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
