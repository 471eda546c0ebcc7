package tessera.app;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Duration;

/** Somebody else who is at work in the same cluster. */
final class Colleague {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private Colleague() {}

    /** Edits an object anew for as long as kubelets and controllers write it between its reading and its writing. */
    static void insists(Runnable edit) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                edit.run();
                return;
            } catch (KubernetesClientException e) {
                if (e.getCode() != HttpURLConnection.HTTP_CONFLICT || System.nanoTime() > end) {
                    throw e;
                }
            }
        }
    }
}
