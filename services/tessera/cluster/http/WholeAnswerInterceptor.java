package tessera.cluster.http;

import java.io.IOException;
import okhttp3.Interceptor;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import okio.ForwardingSource;
import okio.Okio;
import okio.Source;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;

/**
 * The interceptor of fabric8's requests, which reads answers whole: it bounds them, sends no change twice, and keeps
 * from fabric8 what is no object, as it would lose the headers of a refusal and read any other text as YAML.
 */
final class WholeAnswerInterceptor implements Interceptor {

    private static final int UPGRADED = 101;
    private static final long LARGEST = 64L << 20;

    @Override
    public Response intercept(Chain chain) throws IOException {
        var response = chain.proceed(NonRetryingBody.withoutRetry(chain.request()));
        if (response.code() == UPGRADED) {
            return response;
        }
        var body = response.body();
        if (!ApiResponse.isSuccess(response)) {
            try (response) {
                var parts = ApiServerErrorResponse.ErrorResponseParts.read(response);
                throw new UnusableAnswerException(action -> ApiServerErrorResponse.of(parts, action).problem());
            }
        }
        var source = Okio.buffer(new BoundedSource(body.source()));
        if (!source.request(1) || source.getBuffer().getByte(0) != '{') {
            try (response) {
                throw unusable("the answer is not JSON");
            }
        }
        return response.newBuilder().body(ResponseBody.create(source, body.contentType(), body.contentLength()))
                .build();
    }

    private static UnusableAnswerException unusable(String reason) {
        return new UnusableAnswerException(
                action -> Problem.of(OperationProblemKind.GARBLED, "Could not " + action + ": " + reason));
    }

    private static final class BoundedSource extends ForwardingSource {

        private long received;

        BoundedSource(Source source) {
            super(source);
        }

        @Override
        public long read(Buffer sink, long maximum) throws IOException {
            long read = super.read(sink, maximum);
            received += Math.max(0, read);
            if (received > LARGEST) {
                throw unusable("the answer has no end");
            }
            return read;
        }
    }
}
