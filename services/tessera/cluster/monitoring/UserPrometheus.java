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
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.cluster.kubeconfig.SecretText;
import tessera.cluster.monitoring.PrometheusAccess.Anybody;
import tessera.cluster.monitoring.PrometheusAccess.Basic;
import tessera.cluster.monitoring.PrometheusAccess.Bearer;
import tessera.cluster.monitoring.PrometheusAccess.Login;
import tessera.cluster.tls.ClientIdentity;
import tessera.cluster.tls.PlainHttp;
import tessera.cluster.tls.PresentedIdentity;
import tessera.cluster.tls.ProxyRoute;
import tessera.cluster.tls.TransportProblems;
import tessera.cluster.tls.TrustStore;
import tessera.metrics.prometheus.PrometheusEndpoint;
import tessera.metrics.prometheus.PrometheusQuery;
import tessera.metrics.prometheus.answer.PrometheusResponse;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/**
 * A Prometheus that the user named. Its client goes to no other address: not to the cluster, and not where a redirect
 * leads. It sends nothing but the questions of {@link tessera.metrics.prometheus.PrometheusClient}, which are reads.
 * Safe for use by several threads.
 */
public final class UserPrometheus implements PrometheusEndpoint, AutoCloseable {

    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final MediaType FORM = MediaType.get("application/x-www-form-urlencoded");
    /** An answer may be silent for a while again and again, but it must end. */
    private static final int SILENCES = 5;

    private final HttpUrl root;
    private final @Nullable SecretText authorization;
    private final Login login;
    private final String tenant;
    private final ProxyRoute route;
    private final OkHttpClient client;

    private UserPrometheus(PrometheusAccess access, ProcessEnvironment environment) throws Failure {
        root = address(access.address());
        login = access.login();
        authorization = authorization(login);
        tenant = access.tenant();
        if (!(access.login() instanceof Anybody)) {
            PlainHttp.refuseLogin(root, environment);
        }
        route = ProxyRoute.to(root.uri(), new SecretText(""), environment);
        client = client(access, environment);
    }

    /**
     * Gets ready to ask; nothing is sent yet.
     *
     * @param environment decides about proxies and trusted authorities
     * @throws Failure when the address, a certificate or a key cannot be understood
     */
    public static UserPrometheus open(PrometheusAccess access, ProcessEnvironment environment) throws Failure {
        return new UserPrometheus(access, environment);
    }

    private static HttpUrl address(String text) throws Failure {
        var url = HttpUrl.parse(text.strip());
        if (url == null) {
            // It may hold a password, so it is not repeated.
            throw new Failure(new Problem(ProblemKind.CONFIGURATION, "This is not an address of a Prometheus", "",
                    "It should begin with http:// or https://."));
        }
        if (!url.username().isEmpty() || !url.password().isEmpty()) {
            throw new Failure(new Problem(ProblemKind.CONFIGURATION, "The address of the Prometheus holds a login", "",
                    "Set the user name and the password apart from the address."));
        }
        if (url.query() != null || url.fragment() != null) {
            throw new Failure(
                    new Problem(ProblemKind.CONFIGURATION, "The address of the Prometheus is more than an address",
                            "", "Leave out what follows “?” or “#”."));
        }
        return url;
    }

    private static @Nullable SecretText authorization(Login login) throws Failure {
        var text = switch (login) {
            case Anybody _ -> null;
            case Bearer(var token) -> "Bearer " + token.reveal().strip();
            case Basic(var user, var password) -> Credentials.basic(user, password.reveal(), StandardCharsets.UTF_8);
        };
        if (text != null && text.chars().anyMatch(c -> c < ' ' || c > '~')) {
            throw new Failure(
                    Problem.of(ProblemKind.CONFIGURATION, "The token for Prometheus has characters no token has"));
        }
        return text == null ? null : new SecretText(text);
    }

    private OkHttpClient client(PrometheusAccess access, ProcessEnvironment environment) throws Failure {
        var builder = new OkHttpClient.Builder().connectTimeout(CONNECT).followRedirects(false)
                .followSslRedirects(false).proxy(route.proxy());
        var forProxy = route.authorization();
        if (forProxy != null) {
            builder.proxyAuthenticator((_, response) -> response.request().header("Proxy-Authorization") == null
                    ? response.request().newBuilder().header("Proxy-Authorization", forProxy.reveal()).build()
                    : null);
        }
        var authority = access.authority();
        var trust = authority == null ? TrustStore.thisMachine(environment.variable("SSL_CERT_FILE"))
                : TrustStore.only(authority);
        var presented = new PresentedIdentity();
        var identity = access.identity();
        if (identity != null) {
            presented.replace(ClientIdentity.of(identity.certificate().read(), identity.key().read()));
        }
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[] {presented}, new TrustManager[] {trust}, new SecureRandom());
            return builder.sslSocketFactory(context.getSocketFactory(), trust).build();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has TLS", e);
        }
    }

    @Override
    public <T> T send(PrometheusQuery question, ResponseReader<T> reader) throws Failure, InterruptedException {
        var patience = question.patience();
        var patient = client.newBuilder().readTimeout(patience).writeTimeout(patience)
                .callTimeout(patience.multipliedBy(SILENCES)).build();
        try (var response = patient.newCall(request(question)).execute()) {
            return reader.read(new PrometheusResponse(response.code(), header(response.header("Content-Type")),
                    header(response.header("Location")), response.body().byteStream()));
        } catch (IOException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            throw new Failure(redacted(problems(patience).explain(e)), e);
        } catch (Failure failure) {
            // Without its cause, whose words are not redacted.
            throw new Failure(redacted(failure.problem()));
        }
    }

    private TransportProblems problems(Duration patience) {
        return new TransportProblems(root.host() + ":" + root.port(), route.words(), patience);
    }

    private Request request(PrometheusQuery question) {
        var text = root.toString();
        var request = new Request.Builder()
                .url((text.endsWith("/") ? text.substring(0, text.length() - 1) : text) + question.target())
                .header("Accept", "application/json");
        if (question.form()) {
            request.post(RequestBody.create(question.encoded(), FORM));
        }
        if (authorization != null) {
            request.header("Authorization", authorization.reveal());
        }
        if (!tenant.isEmpty()) {
            request.header("X-Scope-OrgID", tenant);
        }
        return request.build();
    }

    private static String header(@Nullable String value) {
        return value == null ? "" : value;
    }

    /** Whoever answers may repeat what it was told. */
    private Problem redacted(Problem problem) {
        return new Problem(problem.kind(), hidden(problem.headline()), hidden(problem.detail()),
                problem.remedy().contains("kubeconfig") ? "Check what is set for this Prometheus." : problem.remedy());
    }

    private String hidden(String text) {
        var secret = authorization;
        var without = text;
        if (secret != null) {
            without = new SecretText(secret.reveal().substring(secret.reveal().indexOf(' ') + 1)).hiddenIn(without);
        }
        return login instanceof Basic(_, var password) ? password.hiddenIn(without) : without;
    }

    /** Drops every connection. */
    @Override
    public void close() {
        client.dispatcher().cancelAll();
        client.connectionPool().evictAll();
        client.dispatcher().executorService().shutdown();
    }
}
