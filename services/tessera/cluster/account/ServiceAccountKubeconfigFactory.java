package tessera.cluster.account;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import tessera.cluster.kubeconfig.KubeconfigCluster;
import tessera.cluster.kubeconfig.KubeconfigContextEntry;
import tessera.cluster.kubeconfig.SecretText;
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiPathBuilder;
import tessera.model.ObjectRef;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/**
 * Makes the kubeconfig of a ServiceAccount whose token is in a Secret. Reads that one Secret, and leaves its token nowhere but in
 * what it returns. Waits for the server; not for the FX thread.
 */
public final class ServiceAccountKubeconfigFactory {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ServiceAccountKubeconfigFactory.class);
    private static final JsonMapper JSON = new JsonMapper();
    private static final YAMLMapper YAML = new YAMLMapper(YAMLFactory.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER).disable(YAMLGenerator.Feature.SPLIT_LINES).build());
    /** The cluster fills the Secret by itself, soon after it was made. */
    private static final int LOOKS = 120;
    private static final Duration PACE = Duration.ofMillis(250);

    private final ApiObjectReader objects;
    private final KubeconfigContextEntry context;

    /** @param context through which the cluster is reached now */
    public ServiceAccountKubeconfigFactory(ApiObjectReader.ApiTransportSupplier transportSupplier,
            KubeconfigContextEntry context) {
        this.objects = new ApiObjectReader(transportSupplier);
        this.context = context;
    }

    /**
     * Returns the kubeconfig, whose one context is named like the one in use.
     *
     * @param account its name
     * @param secret  the name of the Secret that holds its token, in the same namespace
     */
    public SecretText kubeconfigFor(String namespace, String account, String secret)
            throws ProblemException, InterruptedException {
        var token = readToken(new ObjectRef("v1", "Secret", "secrets", namespace, secret));
        var config = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "Config");
        var cluster = config.putArray("clusters").addObject().put("name", context.name()).putObject("cluster");
        putServer(cluster, context.usableCluster());
        config.putArray("users").addObject().put("name", account).putObject("user").put("token", token.reveal());
        config.putArray("contexts").addObject().put("name", context.name()).putObject("context")
                .put("cluster", context.name()).put("user", account).put("namespace", namespace);
        config.put("current-context", context.name());
        try {
            return new SecretText(YAML.writeValueAsString(config));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void putServer(ObjectNode cluster, KubeconfigCluster kubeconfigCluster) throws ProblemException {
        cluster.put("server", kubeconfigCluster.server());
        if (!kubeconfigCluster.serverName().isEmpty()) {
            cluster.put("tls-server-name", kubeconfigCluster.serverName());
        }
        if (kubeconfigCluster.trustAnything()) {
            cluster.put("insecure-skip-tls-verify", true);
        }
        var authority = kubeconfigCluster.authority();
        if (authority != null) {
            cluster.put("certificate-authority-data", Base64.getEncoder().encodeToString(authority.readBytes()));
        }
        if (!kubeconfigCluster.proxy().reveal().isEmpty()) {
            // Who the proxy knows its user by is the user's own.
            cluster.put("proxy-url", kubeconfigCluster.proxy().reveal().replaceFirst("//[^/@]*@", "//"));
        }
    }

    private SecretText readToken(ObjectRef secret) throws ProblemException, InterruptedException {
        for (int look = 0; look < LOOKS; look++) {
            var token = objects.readJson(ApiPathBuilder.objectPath(secret), MESSAGES.text("read", secret)).path("data")
                    .path("token").asText("");
            if (!token.isEmpty()) {
                return new SecretText(new String(Base64.getDecoder().decode(token), StandardCharsets.UTF_8));
            }
            Thread.sleep(PACE);
        }
        throw new ProblemException(OperationProblemKind.TIMEOUT, new AccountTokenMissing(secret));
    }
}
