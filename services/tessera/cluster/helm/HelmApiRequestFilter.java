package tessera.cluster.helm;

import java.nio.ByteBuffer;
import java.util.Optional;
import tessera.cluster.http.ApiResponse;
import tessera.model.ProblemException;
import tessera.text.TextExcerpt;

/** A filter of the requests that Helm sends through the proxy; it may answer some itself. Called by several threads. */
interface HelmApiRequestFilter {

    /** Passes everything on. */
    HelmApiRequestFilter NONE = _ -> Optional.empty();

    /**
     * A request of Helm.
     *
     * @param path with its query, encoded
     */
    record ProxiedHelmRequest(String method, String path, ByteBuffer body) {

        byte[] bodyBytes() {
            var bytes = new byte[body.remaining()];
            body.duplicate().get(bytes);
            return bytes;
        }

        boolean isRead() {
            return method.equals("GET");
        }

        /** Returns the path without its query. */
        String pathOnly() {
            return TextExcerpt.beforeFirst(path, "?");
        }
    }

    /** A JSON response in place of the cluster's. */
    record SubstituteApiResponse(int status, String body) {}

    /** Answers a request; empty to have it passed on. */
    Optional<SubstituteApiResponse> answer(ProxiedHelmRequest request) throws ProblemException, InterruptedException;

    /** Called with a response before it is read, which may be a stream. */
    default void responseBegan(ProxiedHelmRequest request, ApiResponse reply) {
        // Most do not look at answers.
    }

    /** Called when a response is over. */
    default void requestEnded(ProxiedHelmRequest request) {
        // Most do not look at answers.
    }
}
