package tessera.cluster.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import okhttp3.Call;
import okhttp3.Response;

/**
 * A response whose body has not been read yet. Whoever reads it closes it; others {@link #cancel()} it.
 */
public final class ApiResponse implements AutoCloseable {

    private final Call call;
    private final Response response;
    private final EndTrackingBody body;
    private final String actionText;
    private final Runnable closed;

    /**
     * An answer to a call.
     *
     * @param text  what was asked for
     * @param closed run when it is closed
     */
    public ApiResponse(Call call, Response response, String text, Runnable closed) {
        this.call = call;
        this.response = response;
        this.actionText = text;
        this.closed = closed;
        this.body = new EndTrackingBody(response.body().byteStream());
    }

    public int status() {
        return response.code();
    }

    /** Returns whether the response is a success. A web page is not. */
    public boolean isSuccess() {
        return isSuccess(response);
    }

    static boolean isSuccess(Response response) {
        return response.isSuccessful() && !ApiServerErrorResponse.header(response, "Content-Type").contains("html");
    }

    /** Returns a header's value; empty when it is missing. */
    public String header(String name) {
        return ApiServerErrorResponse.header(response, name);
    }

    /** Returns the decompressed body. */
    public InputStream body() {
        return body;
    }

    /** Reads the body of an error response as a refusal. */
    public ApiServerErrorResponse readRefusal() {
        byte[] bytes;
        try {
            bytes = body.readNBytes(ApiServerErrorResponse.LARGEST_REFUSAL);
        } catch (IOException _) {
            bytes = new byte[0];
        }
        return refusalFrom(new String(bytes, StandardCharsets.UTF_8));
    }

    /** Returns a text of the response without the login of its request, which some servers and proxies quote. */
    public String withoutLogin(String text) {
        return ApiServerErrorResponse.ErrorResponseParts.hideCredential(response, text);
    }

    /** Returns the refusal for a body that was read already. */
    public ApiServerErrorResponse refusalFrom(String text) {
        return ApiServerErrorResponse.of(ApiServerErrorResponse.ErrorResponseParts.of(response, text), actionText);
    }

    /** Cancels the response, so that reading it fails at once; callable from any thread. Whoever reads closes it all the same. */
    public void cancel() {
        call.cancel();
    }

    @Override
    public void close() {
        // Closing alone would read on for a moment, in the hope of using the connection again.
        if (!body.atEnd) {
            call.cancel();
        }
        response.close();
        closed.run();
    }

    /** A body stream that remembers whether its end was reached. */
    private static final class EndTrackingBody extends FilterInputStream {

        private volatile boolean atEnd;

        EndTrackingBody(InputStream stream) {
            super(stream);
        }

        @Override
        public int read() throws IOException {
            return noteEnd(super.read());
        }

        @Override
        public int read(byte[] target, int from, int length) throws IOException {
            return noteEnd(super.read(target, from, length));
        }

        private int noteEnd(int read) {
            if (read < 0) {
                atEnd = true;
            }
            return read;
        }
    }
}
