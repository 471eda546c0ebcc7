package tessera.cluster.helm;

import java.util.Optional;
import okio.ByteString;
import tessera.cluster.http.ApiResponse;
import tessera.model.Failure;

/** What stands behind the door of Helm: sees its requests, and may answer some itself. Called by several threads. */
interface DoorFilter {

    /** Passes everything on. */
    DoorFilter NONE = _ -> Optional.empty();

    /**
     * A request of Helm.
     *
     * @param path with its query, encoded
     */
    record ProxiedRequest(String method, String path, ByteString body) {

        boolean reads() {
            return method.equals("GET");
        }

        /** The path without its query. */
        String place() {
            int query = path.indexOf('?');
            return query < 0 ? path : path.substring(0, query);
        }
    }

    /** An answer in the place of the cluster’s; JSON. */
    record HelmResponse(int status, String body) {}

    /** Answers a request; empty to have it passed on. */
    Optional<HelmResponse> answer(ProxiedRequest request) throws Failure, InterruptedException;

    /** Told of an answer before it is read, which may be a stream. */
    default void began(ProxiedRequest request, ApiResponse reply) {
        // Most do not look at answers.
    }

    /** Told that an answer is over. */
    default void ended(ProxiedRequest request) {
        // Most do not look at answers.
    }
}
