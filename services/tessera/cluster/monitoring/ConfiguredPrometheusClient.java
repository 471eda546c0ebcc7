package tessera.cluster.monitoring;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import org.jspecify.annotations.Nullable;
import tessera.cluster.http.HttpAddress;
import tessera.cluster.http.NamedServerHttpClient;
import tessera.cluster.http.NamedServerHttpClient.NamedServerRequest;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.cluster.kubeconfig.SecretText;
import tessera.cluster.monitoring.ConfiguredPrometheusAccess.AnonymousLogin;
import tessera.cluster.monitoring.ConfiguredPrometheusAccess.BasicLogin;
import tessera.cluster.monitoring.ConfiguredPrometheusAccess.BearerLogin;
import tessera.cluster.monitoring.ConfiguredPrometheusAccess.PrometheusLogin;
import tessera.cluster.tls.ClientCertificateIdentity;
import tessera.cluster.tls.ClusterTrustManagerFactory;
import tessera.cluster.tls.ConnectionProblemTranslator;
import tessera.cluster.tls.OutboundProxyRoute;
import tessera.cluster.tls.PlaintextCredentialGuard;
import tessera.cluster.tls.ReplaceableClientCertificate;
import tessera.metrics.prometheus.PrometheusApiRequest;
import tessera.metrics.prometheus.PrometheusConnection;
import tessera.metrics.prometheus.answer.PrometheusResponse;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.ForeignMessage;
import tessera.text.MessageCatalog;

/**
 * The HTTP client of a Prometheus that the user configured. Its client goes to no other address: not to the cluster, and not where a redirect
 * leads. It sends nothing but the questions of {@link tessera.metrics.prometheus.PrometheusClient}, which are reads.
 * Safe for use by several threads.
 */
public final class ConfiguredPrometheusClient implements PrometheusConnection, AutoCloseable {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ConfiguredPrometheusClient.class);

    /** An answer may be silent for a while again and again, but it must end. */
    private static final int SILENCES = 5;

    private final HttpAddress root;
    private final @Nullable SecretText authorization;
    private final PrometheusLogin login;
    private final String tenant;
    private final OutboundProxyRoute route;
    private final NamedServerHttpClient client;

    private ConfiguredPrometheusClient(ConfiguredPrometheusAccess access, ProcessEnvironment environment)
            throws ProblemException {
        root = parseAddress(access.address());
        login = access.login();
        authorization = authorizationHeader(login);
        tenant = access.tenant();
        if (!(access.login() instanceof AnonymousLogin)) {
            PlaintextCredentialGuard.refuseLogin(root.isEncrypted(), root.host(), environment);
        }
        route = OutboundProxyRoute.forServer(root.uri(), new SecretText(""), environment);
        client = createClient(access, environment);
    }

    /**
     * Creates the client; nothing is sent yet.
     *
     * @param environment decides about proxies and trusted authorities
     * @throws ProblemException when the address, a certificate or a key cannot be understood
     */
    public static ConfiguredPrometheusClient open(ConfiguredPrometheusAccess access, ProcessEnvironment environment)
            throws ProblemException {
        return new ConfiguredPrometheusClient(access, environment);
    }

    private static HttpAddress parseAddress(String text) throws ProblemException {
        // It may hold a password, so it is not repeated.
        var url = HttpAddress.parse(text).orElseThrow(() -> new ProblemException(OperationProblemKind.CONFIGURATION,
                new PrometheusSettingReason.PrometheusAddressInvalid()));
        if (url.hasLogin()) {
            throw new ProblemException(OperationProblemKind.CONFIGURATION,
                    new PrometheusSettingReason.PrometheusAddressWithLogin());
        }
        if (url.hasQueryOrFragment()) {
            throw new ProblemException(OperationProblemKind.CONFIGURATION,
                    new PrometheusSettingReason.PrometheusAddressWithQuery());
        }
        return url;
    }

    private static @Nullable SecretText authorizationHeader(PrometheusLogin login) throws ProblemException {
        var text = switch (login) {
            case AnonymousLogin _ -> null;
            case BearerLogin(var token) -> "Bearer " + token.reveal().strip();
            case BasicLogin(var user, var password) -> "Basic " + Base64.getEncoder()
                    .encodeToString((user + ":" + password.reveal()).getBytes(StandardCharsets.UTF_8));
        };
        if (text != null && text.chars().anyMatch(c -> c < ' ' || c > '~')) {
            throw new ProblemException(OperationProblemKind.CONFIGURATION,
                    new PrometheusSettingReason.PrometheusTokenInvalid());
        }
        return text == null ? null : new SecretText(text);
    }

    private static NamedServerHttpClient createClient(ConfiguredPrometheusAccess access, ProcessEnvironment environment)
            throws ProblemException {
        var authority = access.authority();
        var trust = authority == null ? ClusterTrustManagerFactory.trustMachine(environment.variable("SSL_CERT_FILE"))
                : ClusterTrustManagerFactory.trustOnly(authority);
        var presented = new ReplaceableClientCertificate();
        var identity = access.identity();
        if (identity != null) {
            presented.replace(
                    ClientCertificateIdentity.fromPem(identity.certificate().readBytes(), identity.key().readBytes()));
        }
        return new NamedServerHttpClient(trust, presented);
    }

    @Override
    public <T> T send(PrometheusApiRequest prometheusQuery, PrometheusReplyHandler<T> reader)
            throws ProblemException, InterruptedException {
        try {
            return client.send(createRequest(prometheusQuery), route,
                    answer -> reader.readResponse(new PrometheusResponse(answer.status(), answer.header("Content-Type"),
                            answer.header("Location"), answer.body())));
        } catch (IOException e) {
            var problems = new ConnectionProblemTranslator(root.host() + ":" + root.port(), route.proxyLabel(),
                    prometheusQuery.timeout());
            var problem = redactProblem(problems.explain(e));
            // This server is set in no kubeconfig.
            throw new ProblemException(problems.reasonFor(e).isRemediedInKubeconfig()
                    ? problem.withRemedy(MESSAGES.text("settings.remedy"))
                    : problem, e);
        } catch (ProblemException problemException) {
            // Without its cause, whose words are not redacted.
            throw new ProblemException(redactProblem(problemException.problem()));
        }
    }

    private NamedServerRequest createRequest(PrometheusApiRequest prometheusQuery) {
        var headers = new HashMap<String, String>();
        headers.put("Accept", "application/json");
        if (authorization != null) {
            headers.put("Authorization", authorization.reveal());
        }
        if (!tenant.isEmpty()) {
            headers.put("X-Scope-OrgID", tenant);
        }
        return new NamedServerRequest(root.append(prometheusQuery.requestTarget()), headers,
                prometheusQuery.formEncoded() ? prometheusQuery.encodedParameters() : null, prometheusQuery.timeout(),
                prometheusQuery.timeout().multipliedBy(SILENCES));
    }

    /** Removes credentials that a server quotes from a problem. */
    private Problem redactProblem(Problem problem) {
        var headline = problem.headline();
        var redacted = redactText(headline);
        var reason = redacted.equals(headline) ? problem.reason()
                : new ForeignMessage(redacted).withRemedy(problem.remedy());
        return new Problem(problem.kind(), reason, redactText(problem.detail()));
    }

    private String redactText(String text) {
        var secret = authorization;
        var without = text;
        if (secret != null) {
            without = new SecretText(secret.reveal().substring(secret.reveal().indexOf(' ') + 1)).redactFrom(without);
        }
        return login instanceof BasicLogin(_, var password) ? password.redactFrom(without) : without;
    }

    /** Drops every connection. */
    @Override
    public void close() {
        client.close();
    }
}
