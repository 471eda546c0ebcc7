package tessera.metrics.prometheus.answer;

import java.io.InputStream;

/**
 * A response of which nothing has been read yet.
 *
 * @param status   of HTTP
 * @param type     what the body is said to be; may be empty
 * @param location where it leads, if it is a redirect; may be empty
 */
public record PrometheusResponse(int status, String type, String location, InputStream body) {

    private static final int REDIRECTS = 3;

    boolean isSuccess() {
        return status / 100 == 2;
    }

    boolean isRedirect() {
        return status / 100 == REDIRECTS;
    }
}
