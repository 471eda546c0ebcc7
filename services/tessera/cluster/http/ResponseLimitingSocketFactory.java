package tessera.cluster.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import okio.ForwardingSource;
import okio.Okio;
import okio.Source;
import org.jspecify.annotations.Nullable;
import tessera.text.MessageCatalog;

/**
 * Limit of what is received for one piece of a response. What a server puts around a body, such as the extension of a chunk or
 * the name in a gzip header, the client buffers whole, whatever its size.
 */
public final class ResponseLimitingSocketFactory extends SocketFactory {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ResponseLimitingSocketFactory.class);
    private static final int MOST = 4 << 20;
    private static final int UPGRADED = 101;

    /** What this thread received for the piece that it reads; null where it reads none. */
    private static final ThreadLocal<@Nullable ByteCount> CURRENT = new ThreadLocal<>();

    private ResponseLimitingSocketFactory() {}

    /** Adds the limit to a client. */
    public static OkHttpClient.Builder addTo(OkHttpClient.Builder builder) {
        var limit = new ResponseLimitingSocketFactory();
        return builder.socketFactory(limit).addInterceptor(limit::limitBody);
    }

    private static final class ByteCount {
        private long bytes;
    }

    private Response limitBody(Interceptor.Chain chain) throws IOException {
        var response = chain.proceed(chain.request());
        var body = response.body();
        if (response.code() == UPGRADED) {
            return response;
        }
        return response.newBuilder().body(ResponseBody.create(Okio.buffer(new CountedReadSource(body.source())),
                body.contentType(), body.contentLength())).build();
    }

    private static final class CountedReadSource extends ForwardingSource {

        CountedReadSource(Source source) {
            super(source);
        }

        @Override
        public long read(Buffer sink, long maximum) throws IOException {
            CURRENT.set(new ByteCount());
            try {
                return super.read(sink, maximum);
            } catch (IllegalArgumentException negative) {
                throw new IOException(MESSAGES.text("response.negative"), negative);
            } finally {
                CURRENT.remove();
            }
        }

        @Override
        public void close() throws IOException {
            try {
                super.close();
            } catch (IllegalArgumentException negative) {
                throw new IOException(MESSAGES.text("response.negative"), negative);
            }
        }
    }

    private static final class ResponseLimitedSocket extends Socket {

        @Override
        public InputStream getInputStream() throws IOException {
            return new FilterInputStream(super.getInputStream()) {
                @Override
                public int read(byte[] target, int from, int length) throws IOException {
                    int read = super.read(target, from, length);
                    count(read);
                    return read;
                }
            };
        }
    }

    private static void count(int bytes) throws IOException {
        var received = CURRENT.get();
        if (received != null && bytes > 0) {
            received.bytes += bytes;
            if (received.bytes > MOST) {
                throw new IOException(MESSAGES.text("response.excess", MOST >> 20));
            }
        }
    }

    @Override
    public Socket createSocket() {
        return new ResponseLimitedSocket();
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort) {
        throw new UnsupportedOperationException();
    }
}
