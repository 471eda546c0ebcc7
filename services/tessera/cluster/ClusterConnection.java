package tessera.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.impl.KubernetesClientImpl;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tessera.cluster.credential.ClusterCredentialCache;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.http.ApiRequestReason;
import tessera.cluster.http.ApiResponse;
import tessera.cluster.http.ApiTransport;
import tessera.cluster.http.ClusterHttpClient;
import tessera.cluster.http.DuplexConnection;
import tessera.cluster.http.DuplexMessageListener;
import tessera.cluster.http.MissingCredentialException;
import tessera.cluster.http.ReadOnlyModeException;
import tessera.cluster.http.SessionAccessMode;
import tessera.cluster.http.UnreadableObjectRegistry;
import tessera.cluster.http.UnusableAnswerException;
import tessera.cluster.kubeconfig.KubeconfigContextEntry;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/**
 * The only connection to a cluster; all requests go through it. Every request goes through its only HTTP client, and with it through the write gate;
 * fabric8's client is another face of the same one.
 *
 * <p>Safe for use by several threads. Nothing is read from the environment beyond what the terms hold.
 */
public final class ClusterConnection implements ApiTransport, AutoCloseable {

    private final String namespace;
    private final ClusterCredentialCache credentials;
    private final ClusterHttpClient client;
    private final UnreadableObjectRegistry unread;
    private @Nullable KubernetesClient kubernetes;

    private ClusterConnection(KubeconfigContextEntry context, ConnectionSharedDependencies sharedServices,
            Supplier<SessionAccessMode> mode, UnreadableObjectRegistry unread)
            throws ProblemException, InterruptedException {
        this.unread = unread;
        namespace = context.namespace();
        credentials = ClusterCredentialCache.of(context, sharedServices.plugins(), sharedServices.issuers(),
                sharedServices.clock());
        client = ClusterHttpClient.open(context, credentials, mode, new ClusterHttpClient.LocalMachine(
                sharedServices.environment(), sharedServices.clock(), sharedServices.userAgent()));
    }

    /**
     * Prepares a connection to a context's cluster. Nothing is sent to it yet, but a credential plugin may run.
     *
     * @param mode what may be sent; asked for every request
     * @throws ProblemException when the kubeconfig does not allow it, or there is no credential
     */
    public static ClusterConnection open(KubeconfigContextEntry context, ConnectionSharedDependencies sharedServices,
            Supplier<SessionAccessMode> mode) throws ProblemException, InterruptedException {
        return open(context, sharedServices, mode, new UnreadableObjectRegistry());
    }

    /** The same where it is known from an earlier connection what could not be read. */
    static ClusterConnection open(KubeconfigContextEntry context, ConnectionSharedDependencies sharedServices,
            Supplier<SessionAccessMode> mode, UnreadableObjectRegistry unread)
            throws ProblemException, InterruptedException {
        return new ClusterConnection(context, sharedServices, mode, unread);
    }

    @Override
    public UnreadableObjectRegistry unread() {
        return unread;
    }

    @Override
    public ApiResponse send(ApiRequest request) throws ProblemException, InterruptedException {
        return client.send(request);
    }

    @Override
    public DuplexConnection openSocket(ApiRequest request, List<String> protocols, DuplexMessageListener ear)
            throws ProblemException, InterruptedException {
        return client.openSocket(request, protocols, ear);
    }

    @Override
    public Problem explainReadFailure(IOException e) {
        return client.explain(e);
    }

    @Override
    public <T> T ask(String action, Function<KubernetesClient, @Nullable T> question)
            throws ProblemException, InterruptedException {
        try {
            var answer = question.apply(kubernetes());
            if (answer == null) {
                throw new ProblemException(garbledAnswer(action));
            }
            return answer;
        } catch (KubernetesClientException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            throw new ProblemException(explain(action, e), e);
        }
    }

    /** Returns the problem behind a failure of {@link #kubernetes()}. */
    Problem explain(String action, KubernetesClientException e) {
        // The client wraps what was thrown below it, often more than once: the innermost knows best.
        Problem innermost = Problem.of(OperationProblemKind.UNEXPECTED, new ApiRequestReason.RequestFailed(action))
                .withDetail(String.valueOf(e.getMessage()));
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            switch (cause) {
                case UnusableAnswerException unusable -> {
                    return unusable.problemOf(action);
                }
                case ReadOnlyModeException refusal -> {
                    return refusal.problem();
                }
                case MissingCredentialException missing -> {
                    return missing.problem();
                }
                case JsonProcessingException _ -> innermost = garbledAnswer(action);
                case IOException io -> innermost = client.explain(io);
                default -> {
                    // It only says that something below it failed.
                }
            }
        }
        return innermost;
    }

    private static Problem garbledAnswer(String action) {
        return Problem.of(OperationProblemKind.GARBLED, new ApiRequestReason.ResponseNotJson(action));
    }

    /**
     * Returns fabric8's client over this connection, for whole objects. It is gated like everything else; closing it closes
     * this connection.
     */
    public synchronized KubernetesClient kubernetes() {
        if (kubernetes == null) {
            var config = Config.empty();
            config.setMasterUrl(client.server());
            config.setNamespace(namespace);
            config.setOnlyHttpWatches(true);
            config.setRequestRetryBackoffLimit(0);
            // A credential plugin may run in the meantime.
            config.setRequestTimeout(
                    Math.toIntExact(ApiRequest.USUAL.plus(ConnectionSharedDependencies.PLUGIN).toMillis()));
            kubernetes = new KubernetesClientImpl(client.asFabric8Client(config.getRequestConfig()), config);
        }
        return kubernetes;
    }

    /** Returns the time by which the server's clock is ahead of this machine's. */
    public Duration clockSkew() {
        return client.clockSkew();
    }

    /** Returns the namespace of the context. */
    public String namespace() {
        return namespace;
    }

    /** Forgets earlier failures to get a credential, as the user asks for another attempt. */
    public void forgetLoginFailures() {
        credentials.forgetFailure();
    }

    /** Ends sessions in containers, because read-only mode began. */
    public void leaveContainers() {
        client.refuseSockets();
    }

    /** Ends every request under way and drops every connection, as the network may have failed silently. */
    public void dropConnections() {
        client.dropConnections();
    }

    @Override
    public void close() {
        client.close();
    }
}
