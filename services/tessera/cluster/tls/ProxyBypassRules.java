package tessera.cluster.tls;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The servers that are reached without the environment's proxy: names, domains, addresses, networks. */
record ProxyBypassRules(List<String> entries) {

    /** An address written out: nothing here may ask the name service. */
    private static final Pattern LITERAL = Pattern
            .compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|\\[?[0-9a-fA-F.]*+:[0-9a-fA-F:.]*+]?");

    static ProxyBypassRules of(String list) {
        return new ProxyBypassRules(
                Arrays.stream(list.split(",", -1)).map(entry -> entry.strip().toLowerCase(Locale.ROOT))
                        .filter(entry -> !entry.isEmpty()).toList());
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
