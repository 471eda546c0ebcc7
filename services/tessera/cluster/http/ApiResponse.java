package tessera.cluster.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import okhttp3.Call;
import okhttp3.Response;
import tessera.cluster.kubeconfig.SecretText;

/**
 * An answer whose body has not been read yet. Whoever reads it closes it; others {@link #end()} it.
 */
public final class ApiResponse implements AutoCloseable {

    private static final int LARGEST_REFUSAL = 64 << 10;

    private final Call call;
    private final Response response;
    private final EndTrackingBody body;
    private final String words;
    private final Runnable closed;

    /**
     * An answer to a call.
     *
     * @param words  what was asked for
     * @param closed run when it is closed
     */
    public ApiResponse(Call call, Response response, String words, Runnable closed) {
        this.call = call;
        this.response = response;
        this.words = words;
        this.closed = closed;
        this.body = new EndTrackingBody(response.body().byteStream());
    }

    public int status() {
        return response.code();
    }

    /** Whether it is what was asked for. A web page is not. */
    public boolean ok() {
        return response.isSuccessful() && !header("Content-Type").contains("html");
    }

    /** The header's value, empty when it is missing. */
    public String header(String name) {
        var value = response.header(name);
        return value == null ? "" : value;
    }

    /** The body, decompressed. */
    public InputStream body() {
        return body;
    }

    /** Why it is not what was asked for. */
    public ApiRefusal refusal() {
        byte[] bytes;
        try {
            bytes = body.readNBytes(LARGEST_REFUSAL);
        } catch (IOException _) {
            bytes = new byte[0];
        }
        return refusal(new String(bytes, StandardCharsets.UTF_8));
    }

    /** The same, where its body was read already. */
    public ApiRefusal refusal(String text) {
        return ApiRefusal.of(new ApiRefusal.Evidence(status(), header("Content-Type"), header("Retry-After"),
                header("Location"), withoutLogin(text)), words);
    }

    /** Some servers and proxies quote what they were asked with. */
    private String withoutLogin(String text) {
        var authorization = response.request().header("Authorization");
        var login = authorization == null ? "" : authorization.substring(authorization.indexOf(' ') + 1);
        return new SecretText(login).hiddenIn(text);
    }

    /** Has the reading of it fail, from any thread and at once. Whoever reads closes it all the same. */
    public void end() {
        call.cancel();
    }

    @Override
    public void close() {
        // Closing alone would read on for a moment, in the hope of using the connection again.
        if (!body.ended) {
            call.cancel();
        }
        response.close();
        closed.run();
    }

    /** Notices its end. */
    private static final class EndTrackingBody extends FilterInputStream {

        private volatile boolean ended;

        EndTrackingBody(InputStream stream) {
            super(stream);
        }

        @Override
        public int read() throws IOException {
            return noticing(super.read());
        }

        @Override
        public int read(byte[] target, int from, int length) throws IOException {
            return noticing(super.read(target, from, length));
        }

        private int noticing(int read) {
            if (read < 0) {
                ended = true;
            }
            return read;
        }
    }
}
