package tessera.cluster.http;

import java.io.IOException;
import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSink;
import okio.ByteString;
import org.jspecify.annotations.Nullable;

/** A request body that the HTTP client sends once and never repeats by itself, as its effect may have happened. */
final class NonRetryingBody extends RequestBody {

    private static final int UNAVAILABLE = 503;
    private static final String RETRY_AFTER = "Retry-After";

    private final RequestBody body;

    private NonRetryingBody(RequestBody body) {
        this.body = body;
    }

    /** Returns the body of a request; a dry run may be sent again. Null where there is none. */
    static @Nullable RequestBody bodyOf(ApiRequest request) {
        var bytes = request.body();
        if (bytes == null) {
            return null;
        }
        var body = RequestBody.create(ByteString.of(bytes.duplicate()), MediaType.get(request.contentType()));
        return unlessDryRun(request.path(), body);
    }

    /** Returns a request of fabric8's whose body the client does not repeat either. */
    static Request withoutRetry(Request request) {
        var body = request.body();
        if (body == null) {
            return request;
        }
        return request.newBuilder().method(request.method(), unlessDryRun(request.url().toString(), body)).build();
    }

    private static RequestBody unlessDryRun(String address, RequestBody body) {
        return address.contains("dryRun=") ? body : new NonRetryingBody(body);
    }

    /** Hides a server's wish to be asked again at once, which the client would follow with any body. */
    static Response withoutRetryAfter(Interceptor.Chain chain) throws IOException {
        var response = chain.proceed(chain.request());
        if (response.code() == UNAVAILABLE && chain.request().body() instanceof NonRetryingBody) {
            return response.newBuilder().removeHeader(RETRY_AFTER).build();
        }
        return response;
    }

    @Override
    public @Nullable MediaType contentType() {
        return body.contentType();
    }

    @Override
    public long contentLength() throws IOException {
        return body.contentLength();
    }

    @Override
    public boolean isOneShot() {
        return true;
    }

    @Override
    public void writeTo(BufferedSink sink) throws IOException {
        body.writeTo(sink);
    }
}
