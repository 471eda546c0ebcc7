package tessera.cluster.http;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/** The HTTP transport to one API server. Safe for use by several threads. */
public interface ApiTransport {

    /**
     * Sends a request and returns as soon as the response begins, whatever its status.
     *
     * @throws ProblemException when there is no answer, or the request was not sent
     */
    ApiResponse send(ApiRequest request) throws ProblemException, InterruptedException;

    /**
     * Opens a WebSocket and waits until the server accepted it.
     *
     * @param protocols what may be spoken over it, the best first
     * @throws ProblemException when the server refused, or the request was not sent
     */
    DuplexConnection openSocket(ApiRequest request, List<String> protocols, DuplexMessageListener ear)
            throws ProblemException, InterruptedException;

    /**
     * Uses fabric8's client for a whole object. It is gated like everything else. An interruption is noticed, but the
     * server may still answer.
     *
     * @param action what is asked for, as a phrase such as “list nodes”
     */
    <T> T ask(String action, Function<KubernetesClient, @Nullable T> question)
            throws ProblemException, InterruptedException;

    /** Returns where it is noted what of this cluster's objects could not be read. */
    UnreadableObjectRegistry unread();

    /** Returns the problem of a response that broke off while it was read. */
    Problem explainReadFailure(IOException e);

    /** Returns the whole body of a response, as text. */
    default String readText(ApiRequest request) throws ProblemException, InterruptedException {
        return new String(readBytes(request), StandardCharsets.UTF_8);
    }

    /** Returns the whole body of a response. */
    default byte[] readBytes(ApiRequest request) throws ProblemException, InterruptedException {
        int maximum = 64 << 20;
        try (var reply = send(request)) {
            if (!reply.isSuccess()) {
                throw reply.readRefusal().toFailure();
            }
            var bytes = reply.body().readNBytes(maximum + 1);
            if (bytes.length > maximum) {
                throw new ProblemException(OperationProblemKind.GARBLED,
                        new ApiRequestReason.ResponseTooLarge(request.action(), maximum >> 20));
            }
            return bytes;
        } catch (IOException e) {
            throw new ProblemException(explainReadFailure(e), e);
        }
    }
}
