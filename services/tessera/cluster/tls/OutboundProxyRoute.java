package tessera.cluster.tls;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.cluster.kubeconfig.SecretText;
import tessera.cluster.tls.ServerConnectionReason.ProxyAddressFault;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.OptionalText;

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
            return parseProxy(configured.reveal(), "");
        }
        var name = "https".equalsIgnoreCase(server.getScheme()) ? "HTTPS_PROXY" : "HTTP_PROXY";
        var wanted = variableOf(environment, name);
        var exempt = ProxyBypassRules.of(variableOf(environment, "NO_PROXY"));
        if (wanted.isBlank() || exempt.matchesHost(server.getHost(), portOf(server))) {
            return STRAIGHT;
        }
        return parseProxy(wanted.contains("://") ? wanted : "http://" + wanted, name);
    }

    private static OutboundProxyRoute parseProxy(String address, String variable) throws ProblemException {
        URI uri;
        try {
            uri = new URI(address);
        } catch (URISyntaxException _) {
            throw invalidProxy(variable, ProxyAddressFault.NO_URL);
        }
        var host = uri.getHost();
        if (host == null || uri.getScheme() == null) {
            throw invalidProxy(variable, ProxyAddressFault.NO_HOST);
        }
        var authorization = proxyAuthorization(uri);
        return switch (uri.getScheme().toLowerCase(Locale.ROOT)) {
            case "http" ->
                proxyRoute(Proxy.Type.HTTP, host, uri.getPort() < 0 ? HTTP_PORT : uri.getPort(), authorization);
            case "socks5", "socks5h" -> {
                if (authorization != null) {
                    throw invalidProxy(variable, ProxyAddressFault.SOCKS_PASSWORD);
                }
                yield proxyRoute(Proxy.Type.SOCKS, host, uri.getPort() < 0 ? SOCKS_PORT : uri.getPort(), null);
            }
            default -> throw invalidProxy(variable, ProxyAddressFault.UNSUPPORTED_SCHEME);
        };
    }

    private static OutboundProxyRoute proxyRoute(Proxy.Type type, String host, int port,
            @Nullable SecretText authorization) {
        return new OutboundProxyRoute(new Proxy(type, InetSocketAddress.createUnresolved(host, port)), authorization,
                host + ":" + port);
    }

    private static @Nullable SecretText proxyAuthorization(URI uri) {
        var user = uri.getUserInfo();
        if (user == null) {
            return null;
        }
        return new SecretText("Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8)));
    }

    /** @param variable the variable of the environment that names it; empty for the kubeconfig */
    private static ProblemException invalidProxy(String variable, ProxyAddressFault fault) {
        return new ProblemException(OperationProblemKind.CONFIGURATION,
                new ServerConnectionReason.ProxyAddressInvalid(variable, fault));
    }

    private static String variableOf(ProcessEnvironment environment, String name) {
        var upper = environment.variable(name);
        return OptionalText.orElse(upper, environment.variable(name.toLowerCase(Locale.ROOT)));
    }

    static int portOf(URI server) {
        if (server.getPort() >= 0) {
            return server.getPort();
        }
        return "https".equalsIgnoreCase(server.getScheme()) ? 443 : 80;
    }

    /** The servers that are reached without the environment's proxy: names, domains, addresses, networks. */
    private record ProxyBypassRules(List<String> entries) {

        /** An address written out: nothing here may ask the name service. */
        private static final Pattern LITERAL = Pattern
                .compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|\\[?[0-9a-fA-F.]*+:[0-9a-fA-F:.]*+]?");

        static ProxyBypassRules of(String list) {
            return new ProxyBypassRules(Arrays.stream(list.split(",", -1))
                    .map(entry -> entry.strip().toLowerCase(Locale.ROOT)).filter(entry -> !entry.isEmpty()).toList());
        }

        boolean matchesHost(@Nullable String host, int port) {
            if (host == null) {
                return true;
            }
            var name = host.toLowerCase(Locale.ROOT);
            var address = parseIpAddress(name);
            if (name.equals("localhost") || (address != null && address.isLoopbackAddress())) {
                return true;
            }
            return entries.stream().anyMatch(entry -> matchesEntry(entry, name, port, address));
        }

        private static boolean matchesEntry(String entry, String name, int port, @Nullable InetAddress address) {
            if (entry.equals("*")) {
                return true;
            }
            int slash = entry.indexOf('/');
            if (slash >= 0) {
                return address != null && isInNetwork(address, entry.substring(0, slash), entry.substring(slash + 1));
            }
            var own = parseIpAddress(entry);
            if (own != null) {
                return own.equals(address);
            }
            var wanted = entry;
            int colon = entry.lastIndexOf(':');
            if (colon >= 0) {
                if (!entry.substring(colon + 1).equals(Integer.toString(port))) {
                    return false;
                }
                wanted = entry.substring(0, colon);
                var literal = parseIpAddress(wanted);
                if (literal != null) {
                    return literal.equals(address);
                }
            }
            var domain = wanted.startsWith("*.") ? wanted.substring(1) : wanted;
            return domain.startsWith(".") ? name.endsWith(domain) : name.equals(domain) || name.endsWith("." + domain);
        }

        private static boolean isInNetwork(InetAddress address, String network, String bits) {
            var base = parseIpAddress(network);
            if (base == null || base.getAddress().length != address.getAddress().length || !bits.matches("\\d{1,3}")) {
                return false;
            }
            int ignored = Math.max(0, address.getAddress().length * 8 - Integer.parseInt(bits));
            return new BigInteger(1, base.getAddress()).shiftRight(ignored)
                    .equals(new BigInteger(1, address.getAddress()).shiftRight(ignored));
        }

        private static @Nullable InetAddress parseIpAddress(String text) {
            if (!LITERAL.matcher(text).matches()) {
                return null;
            }
            try {
                return InetAddress.getByName(text);
            } catch (UnknownHostException _) {
                return null;
            }
        }
    }
}
