package tessera.cluster.http;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;
import tessera.cluster.tls.OutboundProxyRoute;

/** The settings that all HTTP clients of the program share: nothing is received without limit, and no redirect is followed. */
final class OutboundClientSettings {

    private static final Duration CONNECT = Duration.ofSeconds(10);

    private OutboundClientSettings() {}

    /** Returns the builder of a client that verifies servers by what it trusts. */
    static OkHttpClient.Builder newClient(X509TrustManager trust, @Nullable KeyManager identity) {
        return ResponseLimitingSocketFactory.addTo(new OkHttpClient.Builder()).connectTimeout(CONNECT)
                .followRedirects(false).followSslRedirects(false)
                .sslSocketFactory(socketFactory(trust, identity), trust);
    }

    /** Returns the factory of sockets that verify servers, and present an identity where there is one. */
    static SSLSocketFactory socketFactory(X509TrustManager trust, @Nullable KeyManager identity) {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(identity == null ? null : new KeyManager[] {identity}, new TrustManager[] {trust},
                    new SecureRandom());
            return context.getSocketFactory();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Leads a client's requests over a route. */
    static OkHttpClient.Builder addRoute(OkHttpClient.Builder builder, OutboundProxyRoute route) {
        builder.proxy(route.proxy());
        var authorization = route.authorization();
        if (authorization == null) {
            return builder;
        }
        return builder.proxyAuthenticator((_, response) -> response.request().header("Proxy-Authorization") == null
                ? response.request().newBuilder().header("Proxy-Authorization", authorization.reveal()).build()
                : null);
    }
}
