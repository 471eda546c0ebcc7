package tessera.cluster.http;

import java.net.URI;
import java.util.Optional;
import okhttp3.HttpUrl;
import tessera.text.TextExcerpt;

/** A URL over HTTP, read as leniently as browsers read one: in names, ports and escapes it may be untidy. */
public final class HttpAddress {

    private final HttpUrl url;

    HttpAddress(HttpUrl url) {
        this.url = url;
    }

    /** Parses an address that begins with {@code http://} or {@code https://}; empty when it is none. */
    public static Optional<HttpAddress> parse(String text) {
        return Optional.ofNullable(HttpUrl.parse(text.strip())).map(HttpAddress::new);
    }

    HttpUrl url() {
        return url;
    }

    public boolean isEncrypted() {
        return url.isHttps();
    }

    public String host() {
        return url.host();
    }

    public int port() {
        return url.port();
    }

    /** Returns the path as it is sent. */
    public String encodedPath() {
        return url.encodedPath();
    }

    public boolean hasLogin() {
        return !url.username().isEmpty() || !url.password().isEmpty();
    }

    public boolean hasQueryOrFragment() {
        return url.query() != null || url.fragment() != null;
    }

    /** Returns the server alone: its scheme, host and port. */
    public String server() {
        return url.scheme() + "://" + url.host() + ":" + url.port();
    }

    /** Returns where a link on this page leads; empty when it is no address. */
    public Optional<HttpAddress> resolve(String link) {
        return Optional.ofNullable(url.resolve(link)).map(HttpAddress::new);
    }

    /** Returns the address of a path below this one, with its query, encoded. */
    public HttpAddress append(String target) {
        return new HttpAddress(HttpUrl.get(TextExcerpt.withoutSuffix(url.toString(), "/") + target));
    }

    /** Returns the address with a segment more at the end of its path. */
    public HttpAddress withSegment(String segment) {
        return new HttpAddress(url.newBuilder().addPathSegment(segment).build());
    }

    /** Returns the address with a parameter of its query set. */
    public HttpAddress withQueryParameter(String name, String value) {
        return new HttpAddress(url.newBuilder().setQueryParameter(name, value).build());
    }

    public URI uri() {
        return url.uri();
    }

    @Override
    public String toString() {
        return url.toString();
    }
}
