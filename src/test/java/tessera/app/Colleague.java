package tessera.app;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;

/** Somebody else who is at work in the same cluster. */
final class Colleague {

    private static final int TRIES = 50;

    private Colleague() {}

    /** Edits an object anew for as long as kubelets and controllers write it between its reading and its writing. */
    static void insists(Runnable edit) {
        for (int tries = 1;; tries++) {
            try {
                edit.run();
                return;
            } catch (KubernetesClientException e) {
                if (e.getCode() != HttpURLConnection.HTTP_CONFLICT || tries == TRIES) {
                    throw e;
                }
            }
        }
    }
}
