package tessera.cluster.credential;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tessera.cluster.kubeconfig.KubeconfigCluster;
import tessera.cluster.kubeconfig.KubeconfigUserEntry.ExecPluginSpec;
import tessera.cluster.kubeconfig.SecretText;
import tessera.cluster.tls.ClientCertificateIdentity;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/** A credential plugin: a program that prints an {@code ExecCredential}. */
record ExecPluginCredentialSource(ExecPluginSpec plugin, KubeconfigCluster cluster,
        CredentialPluginRunner runner) implements ClusterCredentialSource {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ExecPluginCredentialSource.class);
    private static final JsonMapper JSON = new JsonMapper();

    @Override
    public RequestCredentials get() throws ProblemException, InterruptedException {
        var config = config();
        return readCredential(runner.run(plugin, config, info(config)));
    }

    @Override
    public boolean isRenewable() {
        return true;
    }

    @Override
    public String waitText() {
        return MESSAGES.text("wait.plugin", plugin.command());
    }

    private String config() throws ProblemException {
        return CredentialPluginConsentCheck.config(plugin, cluster)
                .orElseThrow(() -> new ProblemException(OperationProblemKind.CONFIGURATION,
                        new CredentialReason.PluginConfigTooLarge(plugin.command())));
    }

    private String info(String config) throws ProblemException {
        var info = JSON.createObjectNode().put("kind", "ExecCredential").put("apiVersion", plugin.apiVersion());
        var spec = info.putObject("spec").put("interactive", false);
        if (plugin.clusterInfo()) {
            var about = spec.putObject("cluster").put("server", cluster.server());
            putUnlessEmpty(about, "tls-server-name", cluster.serverName());
            if (cluster.trustAnything()) {
                about.put("insecure-skip-tls-verify", true);
            }
            if (cluster.authority() != null) {
                about.put("certificate-authority-data", cluster.authority().readBytes());
            }
            putUnlessEmpty(about, "proxy-url", cluster.proxy().reveal());
            if (!cluster.compression()) {
                about.put("disable-compression", true);
            }
            if (!config.isEmpty()) {
                about.putRawValue("config", new RawValue(config));
            }
        }
        return info.toString();
    }

    private static void putUnlessEmpty(ObjectNode node, String key, String value) {
        if (!value.isEmpty()) {
            node.put(key, value);
        }
    }

    private RequestCredentials readCredential(String output) throws ProblemException {
        var credential = parseJson(output);
        if (!credential.path("kind").asText().equals("ExecCredential")) {
            throw malformed(CredentialReason.ExecCredentialFault.WRONG_KIND);
        }
        var version = credential.path("apiVersion").asText();
        if (!version.equals(plugin.apiVersion())) {
            throw malformed(new CredentialReason.ExecCredentialVersionMismatch(version, plugin.apiVersion()));
        }
        var status = credential.path("status");
        var token = status.path("token").asText().strip();
        var identity = readIdentity(status);
        if (token.isEmpty() && identity == null) {
            throw malformed(CredentialReason.ExecCredentialFault.NO_CREDENTIAL);
        }
        if (token.chars().anyMatch(c -> c <= ' ' || c > '~')) {
            throw malformed(CredentialReason.ExecCredentialFault.INVALID_TOKEN);
        }
        return new RequestCredentials(token.isEmpty() ? null : new SecretText("Bearer " + token), identity,
                parseExpiry(status.path("expirationTimestamp").asText()));
    }

    private JsonNode parseJson(String output) throws ProblemException {
        try {
            var tree = JSON.readTree(output);
            return Objects.requireNonNullElse(tree, JSON.missingNode());
        } catch (JsonProcessingException _) {
            // The exception's message would quote the token.
            throw malformed(CredentialReason.ExecCredentialFault.NOT_JSON);
        }
    }

    private @Nullable ClientCertificateIdentity readIdentity(JsonNode status) throws ProblemException {
        var certificate = status.path("clientCertificateData").asText();
        var key = status.path("clientKeyData").asText();
        if (certificate.isEmpty() || key.isEmpty()) {
            return null;
        }
        return ClientCertificateIdentity.fromPem(certificate.getBytes(StandardCharsets.UTF_8),
                key.getBytes(StandardCharsets.UTF_8));
    }

    private static @Nullable Instant parseExpiry(String text) {
        try {
            return text.isEmpty() ? null : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException _) {
            return null;
        }
    }

    private ProblemException malformed(CredentialReason fault) {
        return new ProblemException(OperationProblemKind.GARBLED,
                new CredentialReason.PluginOutputInvalid(plugin.command(), fault));
    }
}
