package tessera.cluster.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/** The way to one API server for requests and answers in bytes. Safe for use by several threads. */
public interface ApiTransport {

    /**
     * Sends a request and returns as soon as the answer begins, whatever it says.
     *
     * @throws Failure when there is no answer, or the request was not sent
     */
    ApiResponse send(ApiRequest ask) throws Failure, InterruptedException;

    /**
     * Opens a connection that goes both ways, and waits until the server agreed to it.
     *
     * @param protocols what may be spoken over it, the best first
     * @throws Failure when the server refused, or the request was not sent
     */
    DuplexConnection socket(ApiRequest ask, List<String> protocols, SocketListener ear)
            throws Failure, InterruptedException;

    /** Returns where it is noted what of this cluster's objects could not be read. */
    UnreadLog unread();

    /** What there is to say when reading an answer ended early. */
    Problem explain(IOException e);

    /** The whole body of an answer, as text. */
    default String text(ApiRequest ask) throws Failure, InterruptedException {
        return new String(bytes(ask), StandardCharsets.UTF_8);
    }

    /** The whole body of an answer. */
    default byte[] bytes(ApiRequest ask) throws Failure, InterruptedException {
        int most = 64 << 20;
        try (var reply = send(ask)) {
            if (!reply.ok()) {
                throw reply.refusal().failure();
            }
            var bytes = reply.body().readNBytes(most + 1);
            if (bytes.length > most) {
                throw new Failure(
                        Problem.of(ProblemKind.GARBLED, "Could not " + ask.words() + ": the answer has no end"));
            }
            return bytes;
        } catch (IOException e) {
            throw new Failure(explain(e), e);
        }
    }
}
