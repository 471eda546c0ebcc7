package tessera.cluster.http;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import javax.net.ssl.KeyManager;
import javax.net.ssl.X509TrustManager;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import tessera.cluster.tls.OutboundProxyRoute;
import tessera.model.ProblemException;

/**
 * The HTTP client for servers outside the cluster that the user named: repositories of charts, a Prometheus. It knows
 * nothing of the cluster, nor of its logins. Waits for the server. Safe for use by several threads.
 */
public final class NamedServerHttpClient implements AutoCloseable {

    private static final MediaType FORM = MediaType.get("application/x-www-form-urlencoded");

    private final OkHttpClient client;

    /** @param identity what the client presents; null for nothing */
    public NamedServerHttpClient(X509TrustManager trust, @Nullable KeyManager identity) {
        client = OutboundClientSettings.newClient(trust, identity).build();
    }

    /**
     * A request.
     *
     * @param form    what is posted, encoded; null to get a page
     * @param silence how long the server may be silent
     * @param whole   how long the whole answer may take
     */
    public record NamedServerRequest(HttpAddress address, Map<String, String> headers, @Nullable String form,
            Duration silence, Duration whole) {

        public NamedServerRequest {
            headers = Map.copyOf(headers);
        }
    }

    /** An answer whose body has not been read yet. */
    public static final class NamedServerAnswer {

        private final Response response;

        NamedServerAnswer(Response response) {
            this.response = response;
        }

        public int status() {
            return response.code();
        }

        public boolean isRedirect() {
            return response.isRedirect();
        }

        /** Returns a header's value; empty when it is missing. */
        public String header(String name) {
            var value = response.header(name);
            return Objects.requireNonNullElse(value, "");
        }

        public InputStream body() {
            return response.body().byteStream();
        }
    }

    /** A reader of an answer, which is closed afterwards. */
    public interface NamedServerAnswerReader<T> {
        T read(NamedServerAnswer answer) throws IOException, ProblemException, InterruptedException;
    }

    /** Sends a request over a route, and reads the answer. */
    public <T> T send(NamedServerRequest request, OutboundProxyRoute route, NamedServerAnswerReader<T> reader)
            throws IOException, ProblemException, InterruptedException {
        var patient = OutboundClientSettings.addRoute(client.newBuilder(), route).readTimeout(request.silence())
                .writeTimeout(request.silence()).callTimeout(request.whole()).build();
        var sent = new Request.Builder().url(request.address().url());
        request.headers().forEach(sent::header);
        if (request.form() != null) {
            sent.post(RequestBody.create(request.form(), FORM));
        }
        try (var response = patient.newCall(sent.build()).execute()) {
            return reader.read(new NamedServerAnswer(response));
        } catch (IOException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            throw e;
        }
    }

    /** Drops every connection. */
    @Override
    public void close() {
        client.dispatcher().cancelAll();
        client.connectionPool().evictAll();
        client.dispatcher().executorService().shutdown();
    }
}
