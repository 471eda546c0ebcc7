package tessera.cluster.credential;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Base64;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import tessera.cluster.kubeconfig.CertificateOrKeySource;
import tessera.cluster.kubeconfig.KubeconfigUserEntry;
import tessera.cluster.kubeconfig.SecretText;
import tessera.cluster.tls.PlaintextCredentialGuard;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/**
 * The {@code oidc} auth-provider: an ID token, renewed at its issuer while there is a refresh token. Renewed
 * tokens stay in memory.
 */
final class OidcCredentialSource implements ClusterCredentialSource {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(OidcCredentialSource.class);
    private static final JsonMapper JSON = new JsonMapper();
    private static final String DISCOVERY = "/.well-known/openid-configuration";

    private final KubeconfigUserEntry.AuthProviderSpec authProviderSpec;
    private final OidcIssuerClient issuers;
    private final Clock clock;
    private final AtomicReference<@Nullable SecretText> refreshToken = new AtomicReference<>();
    private boolean used;

    OidcCredentialSource(KubeconfigUserEntry.AuthProviderSpec authProviderSpec, OidcIssuerClient issuers, Clock clock) {
        this.authProviderSpec = authProviderSpec;
        this.issuers = issuers;
        this.clock = clock;
        var written = authProviderSpec.setting("refresh-token");
        refreshToken.set(written.isEmpty() ? null : new SecretText(written));
    }

    @Override
    public RequestCredentials get() throws ProblemException, InterruptedException {
        var written = authProviderSpec.setting("id-token");
        if (!used && !written.isEmpty()) {
            used = true;
            var requestCredentials = RequestCredentials.bearerToken(written, expiryOf(written));
            if (requestCredentials.isValidAt(clock.instant())) {
                return requestCredentials;
            }
        }
        return refresh();
    }

    @Override
    public boolean isRenewable() {
        return refreshToken.get() != null;
    }

    @Override
    public String waitText() {
        return MESSAGES.text("wait.issuer", authProviderSpec.setting("idp-issuer-url"));
    }

    private RequestCredentials refresh() throws ProblemException, InterruptedException {
        var token = refreshToken.get();
        var issuer = authProviderSpec.setting("idp-issuer-url").replaceAll("(?<!/)/++$", "");
        if (token == null || issuer.isEmpty()) {
            throw new ProblemException(OperationProblemKind.UNAUTHENTICATED,
                    new CredentialReason.IdentityTokenExpired());
        }
        var configuration = parseJson(issuers.send(newRequest(issuer + DISCOVERY).GET().build(), issuerAuthority()));
        var form = "grant_type=refresh_token" + formField("refresh_token", token.reveal())
                + formField("client_id", authProviderSpec.setting("client-id"))
                + formField("client_secret", authProviderSpec.setting("client-secret"));
        var answer = parseJson(issuers.send(newRequest(configuration.path("token_endpoint").asText())
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form)).build(), issuerAuthority()));
        var identity = answer.path("id_token").asText();
        if (identity.isEmpty()) {
            throw malformed(CredentialReason.IdentityProviderFault.NO_ID_TOKEN);
        }
        var next = answer.path("refresh_token").asText();
        if (!next.isEmpty()) {
            refreshToken.set(new SecretText(next));
        }
        return RequestCredentials.bearerToken(identity, expiryOf(identity));
    }

    private static String formField(String name, String value) {
        return value.isEmpty() ? "" : "&" + name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    /** Returns a request that carries a refresh token: never without TLS, except within this machine. */
    private HttpRequest.Builder newRequest(String address) throws ProblemException {
        try {
            var uri = URI.create(address);
            boolean local = uri.getHost() != null && PlaintextCredentialGuard.isThisMachine(uri.getHost());
            if ("https".equals(uri.getScheme()) || ("http".equals(uri.getScheme()) && local)) {
                return HttpRequest.newBuilder(uri).header("Accept", "application/json");
            }
        } catch (IllegalArgumentException _) {
            // Told below.
        }
        throw malformed(CredentialReason.IdentityProviderFault.NOT_HTTPS);
    }

    private @Nullable CertificateOrKeySource issuerAuthority() {
        var data = authProviderSpec.setting("idp-certificate-authority-data");
        if (!data.isEmpty()) {
            return new CertificateOrKeySource.InlineCertificate(new SecretText(data));
        }
        var file = authProviderSpec.setting("idp-certificate-authority");
        return file.isEmpty() ? null : new CertificateOrKeySource.CertificateFile(Path.of(file));
    }

    private JsonNode parseJson(String body) throws ProblemException {
        try {
            var tree = JSON.readTree(body);
            return Objects.requireNonNullElse(tree, JSON.missingNode());
        } catch (JsonProcessingException _) {
            throw malformed(CredentialReason.IdentityProviderFault.NOT_JSON);
        }
    }

    private ProblemException malformed(CredentialReason.IdentityProviderFault fault) {
        return new ProblemException(OperationProblemKind.GARBLED,
                new CredentialReason.IdentityProviderUnusable(authProviderSpec.setting("idp-issuer-url"), fault));
    }

    /** Returns the expiry of a token; null when it has none. Whether it is genuine is the server's to judge. */
    static @Nullable Instant expiryOf(String token) {
        var parts = token.split("\\.", -1);
        if (parts.length < 2) {
            return null;
        }
        try {
            var claims = JSON.readTree(Base64.getUrlDecoder().decode(parts[1]));
            return claims.path("exp").canConvertToLong() ? Instant.ofEpochSecond(claims.path("exp").asLong()) : null;
        } catch (IOException | RuntimeException _) {
            return null;
        }
    }
}
