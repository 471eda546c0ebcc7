package tessera.cluster.monitoring;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import okhttp3.Credentials;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.jspecify.annotations.Nullable;
import tessera.cluster.http.ResponseLimitingSocketFactory;
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

/**
 * The HTTP client of a Prometheus that the user configured. Its client goes to no other address: not to the cluster, and not where a redirect
 * leads. It sends nothing but the questions of {@link tessera.metrics.prometheus.PrometheusClient}, which are reads.
 * Safe for use by several threads.
 */
public final class ConfiguredPrometheusClient implements PrometheusConnection, AutoCloseable {

    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final MediaType FORM = MediaType.get("application/x-www-form-urlencoded");
    /** An answer may be silent for a while again and again, but it must end. */
    private static final int SILENCES = 5;

    private final HttpUrl root;
    private final @Nullable SecretText authorization;
    private final PrometheusLogin login;
    private final String tenant;
    private final OutboundProxyRoute route;
    private final OkHttpClient client;

    private ConfiguredPrometheusClient(ConfiguredPrometheusAccess access, ProcessEnvironment environment)
            throws ProblemException {
        root = parseAddress(access.address());
        login = access.login();
        authorization = authorizationHeader(login);
        tenant = access.tenant();
        if (!(access.login() instanceof AnonymousLogin)) {
            PlaintextCredentialGuard.refuseLogin(root, environment);
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

    private static HttpUrl parseAddress(String text) throws ProblemException {
        var url = HttpUrl.parse(text.strip());
        if (url == null) {
            // It may hold a password, so it is not repeated.
            throw new ProblemException(
                    new Problem(OperationProblemKind.CONFIGURATION, "This is not an address of a Prometheus", "",
                            "It should begin with http:// or https://."));
        }
        if (!url.username().isEmpty() || !url.password().isEmpty()) {
            throw new ProblemException(
                    new Problem(OperationProblemKind.CONFIGURATION, "The address of the Prometheus holds a login", "",
                            "Set the user name and the password apart from the address."));
        }
        if (url.query() != null || url.fragment() != null) {
            throw new ProblemException(
                    new Problem(OperationProblemKind.CONFIGURATION,
                            "The address of the Prometheus is more than an address",
                            "", "Leave out what follows “?” or “#”."));
        }
        return url;
    }

    private static @Nullable SecretText authorizationHeader(PrometheusLogin login) throws ProblemException {
        var text = switch (login) {
            case AnonymousLogin _ -> null;
            case BearerLogin(var token) -> "Bearer " + token.reveal().strip();
            case BasicLogin(var user, var password) ->
                Credentials.basic(user, password.reveal(), StandardCharsets.UTF_8);
        };
        if (text != null && text.chars().anyMatch(c -> c < ' ' || c > '~')) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.CONFIGURATION,
                            "The token for Prometheus has characters no token has"));
        }
        return text == null ? null : new SecretText(text);
    }

    private OkHttpClient createClient(ConfiguredPrometheusAccess access, ProcessEnvironment environment)
            throws ProblemException {
        var builder = new OkHttpClient.Builder().connectTimeout(CONNECT).followRedirects(false)
                .followSslRedirects(false).proxy(route.proxy());
        var forProxy = route.authorization();
        if (forProxy != null) {
            builder.proxyAuthenticator((_, response) -> response.request().header("Proxy-Authorization") == null
                    ? response.request().newBuilder().header("Proxy-Authorization", forProxy.reveal()).build()
                    : null);
        }
        var authority = access.authority();
        var trust = authority == null ? ClusterTrustManagerFactory.trustMachine(environment.variable("SSL_CERT_FILE"))
                : ClusterTrustManagerFactory.trustOnly(authority);
        var presented = new ReplaceableClientCertificate();
        var identity = access.identity();
        if (identity != null) {
            presented.replace(
                    ClientCertificateIdentity.fromPem(identity.certificate().readBytes(), identity.key().readBytes()));
        }
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[] {presented}, new TrustManager[] {trust}, new SecureRandom());
            return ResponseLimitingSocketFactory.addTo(builder).sslSocketFactory(context.getSocketFactory(), trust)
                    .build();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has TLS", e);
        }
    }

    @Override
    public <T> T send(PrometheusApiRequest prometheusQuery, PrometheusReplyHandler<T> reader)
            throws ProblemException, InterruptedException {
        var timeout = prometheusQuery.timeout();
        var patient = client.newBuilder().readTimeout(timeout).writeTimeout(timeout)
                .callTimeout(timeout.multipliedBy(SILENCES)).build();
        try (var response = patient.newCall(createRequest(prometheusQuery)).execute()) {
            return reader.readResponse(
                    new PrometheusResponse(response.code(), headerOrEmpty(response.header("Content-Type")),
                            headerOrEmpty(response.header("Location")), response.body().byteStream()));
        } catch (IOException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            throw new ProblemException(redactProblem(transportProblems(timeout).explain(e)), e);
        } catch (ProblemException problemException) {
            // Without its cause, whose words are not redacted.
            throw new ProblemException(redactProblem(problemException.problem()));
        }
    }

    private ConnectionProblemTranslator transportProblems(Duration timeout) {
        return new ConnectionProblemTranslator(root.host() + ":" + root.port(), route.proxyLabel(), timeout);
    }

    private Request createRequest(PrometheusApiRequest prometheusQuery) {
        var text = root.toString();
        var request = new Request.Builder()
                .url((text.endsWith("/") ? text.substring(0, text.length() - 1) : text)
                        + prometheusQuery.requestTarget())
                .header("Accept", "application/json");
        if (prometheusQuery.formEncoded()) {
            request.post(RequestBody.create(prometheusQuery.encodedParameters(), FORM));
        }
        if (authorization != null) {
            request.header("Authorization", authorization.reveal());
        }
        if (!tenant.isEmpty()) {
            request.header("X-Scope-OrgID", tenant);
        }
        return request.build();
    }

    private static String headerOrEmpty(@Nullable String value) {
        return value == null ? "" : value;
    }

    /** Removes credentials that a server quotes from a problem. */
    private Problem redactProblem(Problem problem) {
        return new Problem(problem.kind(), redactText(problem.headline()), redactText(problem.detail()),
                problem.remedy().contains("kubeconfig") ? "Check what is set for this Prometheus." : problem.remedy());
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
        client.dispatcher().cancelAll();
        client.connectionPool().evictAll();
        client.dispatcher().executorService().shutdown();
    }
}
