package tessera.cluster.tls;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.cluster.kubeconfig.SecretText;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/**
 * The route to a server: direct, or through a proxy.
 *
 * @param authorization what the proxy is told of who asks; null when it does not ask
 * @param proxyLabel         where the proxy is, fit to show; empty when there is none
 */
public record OutboundProxyRoute(Proxy proxy, @Nullable SecretText authorization, String proxyLabel) {

    public static final OutboundProxyRoute STRAIGHT = new OutboundProxyRoute(Proxy.NO_PROXY, null, "");

    private static final int HTTP_PORT = 80;
    private static final int SOCKS_PORT = 1080;

    /**
     * Returns the route that {@code proxy-url} of the kubeconfig, or else the environment, sets for a server.
     *
     * @param configured may be empty
     */
    public static OutboundProxyRoute forServer(URI server, SecretText configured, ProcessEnvironment environment)
            throws ProblemException {
        if (!configured.reveal().isEmpty()) {
            return parseProxy(configured.reveal(), "proxy-url of the kubeconfig");
        }
        var name = "https".equalsIgnoreCase(server.getScheme()) ? "HTTPS_PROXY" : "HTTP_PROXY";
        var wanted = variableOf(environment, name);
        var exempt = ProxyBypassRules.of(variableOf(environment, "NO_PROXY"));
        if (wanted.isBlank() || exempt.matchesHost(server.getHost(), portOf(server))) {
            return STRAIGHT;
        }
        return parseProxy(wanted.contains("://") ? wanted : "http://" + wanted, "variable " + name);
    }

    private static OutboundProxyRoute parseProxy(String address, String where) throws ProblemException {
        URI uri;
        try {
            uri = new URI(address);
        } catch (URISyntaxException _) {
            throw invalidProxy(where, "it is no address");
        }
        var host = uri.getHost();
        if (host == null || uri.getScheme() == null) {
            throw invalidProxy(where, "it names no host");
        }
        var authorization = proxyAuthorization(uri);
        return switch (uri.getScheme().toLowerCase(Locale.ROOT)) {
            case "http" ->
                proxyRoute(Proxy.Type.HTTP, host, uri.getPort() < 0 ? HTTP_PORT : uri.getPort(), authorization);
            case "socks5", "socks5h" -> {
                if (authorization != null) {
                    throw invalidProxy(where, "a SOCKS proxy with a password is not supported");
                }
                yield proxyRoute(Proxy.Type.SOCKS, host, uri.getPort() < 0 ? SOCKS_PORT : uri.getPort(), null);
            }
            default -> throw invalidProxy(where, "only http and socks5 proxies are supported");
        };
    }

    private static OutboundProxyRoute proxyRoute(Proxy.Type type, String host, int port,
            @Nullable SecretText authorization) {
        return new OutboundProxyRoute(new Proxy(type, InetSocketAddress.createUnresolved(host, port)), authorization,
                host + ":" + port);
    }

    private static @Nullable SecretText proxyAuthorization(URI uri) {
        var user = uri.getUserInfo();
        return user == null ? null
                : new SecretText("Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8)));
    }

    private static ProblemException invalidProxy(String where, String reason) {
        return new ProblemException(
                new Problem(OperationProblemKind.CONFIGURATION, "The proxy in the " + where + " cannot be used", reason,
                        ""));
    }

    private static String variableOf(ProcessEnvironment environment, String name) {
        var upper = environment.variable(name);
        return upper.isEmpty() ? environment.variable(name.toLowerCase(Locale.ROOT)) : upper;
    }

    static int portOf(URI server) {
        if (server.getPort() >= 0) {
            return server.getPort();
        }
        return "https".equalsIgnoreCase(server.getScheme()) ? 443 : 80;
    }
}
